// Builds analytics events. Texts are cut to the server's limits, because one invalid field would make it reject the
// whole batch.
import type { AnalyticsEvent } from '#model/analytics.ts';

export type AnalyticsColumn = `I${number}` | `F${number}` | `S${number}` | `J${number}`;

export type AnalyticsColumns = Partial<Record<AnalyticsColumn, string | number | null | undefined>>;

export interface AnalyticsEventData {
  readonly columns?: AnalyticsColumns;
  readonly at?: Date;
}

export function buildAnalyticsEvent(eventId: number, data: AnalyticsEventData = {}): AnalyticsEvent {
  const { columns = {}, at = new Date() } = data;
  const filled = Object.entries(columns).flatMap(([name, value]) => {
    const fitting = fitAnalyticsColumn(name, value);
    return fitting === undefined ? [] : [[name, fitting] as const];
  });
  return {
    EventId: eventId,
    CreatedAt: at.toISOString(),
    // Keys are column names, and each value fits its column.
    ...(Object.fromEntries(filled) as Partial<AnalyticsEvent>),
  };
}

export function fitAnalyticsColumn(
  name: string,
  value: string | number | boolean | null | undefined,
): string | number | undefined {
  const kind = kindOf(name);
  if (kind === undefined || value === null || value === undefined) return undefined;
  if (kind === 'S' || kind === 'J') return cleanText(String(value).slice(0, maxAnalyticsTextLength[kind]));
  const number = typeof value === 'boolean' ? Number(value) : value;
  if (typeof number !== 'number') return undefined;
  return (kind === 'I' ? Number.isSafeInteger(number) : Number.isFinite(number)) ? number : undefined;
}

export const maxAnalyticsTextLength = { S: 1000, J: 4000 } as const;

const counts = { I: 10, F: 10, S: 15, J: 4 } as const;

function kindOf(name: string): keyof typeof counts | undefined {
  const [, kind, number] = /^([IFSJ])([1-9]\d?)$/.exec(name) ?? [];
  // The regular expression allows no other letter.
  const known = kind as keyof typeof counts | undefined;
  return known !== undefined && Number(number) <= counts[known] ? known : undefined;
}

/** Removes lone surrogates, which a cut may leave, and NUL, which PostgreSQL rejects. */
function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
