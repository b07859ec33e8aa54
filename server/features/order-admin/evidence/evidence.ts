// What can be shown about an order to a bank or a provider that decides about its money: parts of facts and tables, each with what it
// says about a person, in the words of the map of personal data.
import type { DataClass } from '#server/db/personal-data.ts';

export interface Evidence {
  readonly orderId: string;
  readonly madeAt: Date;
  readonly parts: readonly EvidencePart[];
}

export interface EvidencePart {
  readonly title: string;
  /** `personal`: goes with the account. `kept`: records, which outlive it. */
  readonly holds: Extract<DataClass, 'personal' | 'kept'>;
  /** What it shows, and what it cannot. */
  readonly note?: string;
  /** What is undefined was never known, or is gone. */
  readonly facts?: Readonly<Record<string, Shown>>;
  readonly table?: EvidenceTable;
}

export interface EvidenceTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Shown[])[];
}

export type Shown = string | number | boolean | Date | null | undefined;

/** A table with a column for each name. */
export const tabulate = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Shown>>,
): EvidenceTable => ({
  columns: Object.keys(columns),
  rows: rows.map((row) => Object.values(columns).map((show) => show(row))),
});
