// Maps a game's event to columns of the analytics table: S1 is the game, S2 the name. A parameter named like a free
// column goes there if it fits; all others become JSON in J1.
import { fitAnalyticsColumn, maxAnalyticsTextLength, type AnalyticsColumns } from './analytics-event.ts';
import type { StatEvent } from './route-stat-event.ts';

export interface StatColumns {
  readonly columns: AnalyticsColumns;
  readonly leftOut: readonly string[];
}

export function toStatColumns(game: string, { name, parameters }: StatEvent): StatColumns {
  const columns: AnalyticsColumns = { S1: game, S2: name };
  const rest: string[] = [];
  const leftOut: string[] = [];
  let length = '{}'.length;
  for (const [key, value] of Object.entries(parameters)) {
    const fitting = taken.has(key) ? undefined : fitAnalyticsColumn(key, value);
    if (fitting !== undefined) {
      // `fitAnalyticsColumn` accepts only column names.
      columns[key as keyof AnalyticsColumns] = fitting;
      continue;
    }
    // Null and non-finite numbers are skipped: JSON can't represent the latter.
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) continue;
    const pair = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    if (length + pair.length + 1 > maxAnalyticsTextLength.J) leftOut.push(key);
    else {
      rest.push(pair);
      length += pair.length + 1;
    }
  }
  if (rest.length > 0) columns['J1'] = `{${rest.join(',')}}`;
  return { columns, leftOut };
}

const taken: ReadonlySet<string> = new Set(['S1', 'S2', 'J1']);
