// Evidence about an order for a bank or provider that decides a dispute: parts with facts and tables, each classified
// by `db/personal-data-classes.ts`.
import type { PersonalDataClass } from '#server/db/personal-data-classes.ts';

export interface Evidence {
  readonly orderId: string;
  readonly madeAt: Date;
  readonly parts: readonly EvidencePart[];
}

export interface EvidencePart {
  readonly title: string;
  /** `personal`: deleted with the account. `kept`: records that outlive it. */
  readonly holds: Extract<PersonalDataClass, 'personal' | 'kept'>;
  readonly note?: string;
  readonly facts?: Readonly<Record<string, EvidenceValue>>;
  readonly table?: EvidenceTable;
}

export interface EvidenceTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly EvidenceValue[])[];
}

export type EvidenceValue = string | number | boolean | Date | null | undefined;

export const createEvidenceTable = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => EvidenceValue>>,
): EvidenceTable => ({
  columns: Object.keys(columns),
  rows: rows.map((row) => Object.values(columns).map((show) => show(row))),
});
