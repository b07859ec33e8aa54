// A statistic of a game in the columns of the analytics table: S1 is the game, S2 the name. A parameter that is called like a
// free column and fits it goes there, where it can be queried by number; all others are one JSON text in J1.
import { fitColumn, maxText, type Columns } from './analytics-event.ts';
import type { StatEvent } from './route-event.ts';

export interface StatColumns {
  readonly columns: Columns;
  /** Names of parameters for which there was no room. */
  readonly leftOut: readonly string[];
}

export function statColumns(game: string, { name, parameters }: StatEvent): StatColumns {
  const columns: Columns = { S1: game, S2: name };
  const rest: string[] = [];
  const leftOut: string[] = [];
  let length = '{}'.length;
  for (const [key, value] of Object.entries(parameters)) {
    const fitting = taken.has(key) ? undefined : fitColumn(key, value);
    if (fitting !== undefined) {
      // Only the name of a column fits one.
      columns[key as keyof Columns] = fitting;
      continue;
    }
    // What is not there says nothing, and a number that JSON cannot write is none.
    if (value === null || (typeof value === 'number' && !Number.isFinite(value))) continue;
    const pair = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    if (length + pair.length + 1 > maxText.J) leftOut.push(key);
    else {
      rest.push(pair);
      length += pair.length + 1;
    }
  }
  if (rest.length > 0) columns['J1'] = `{${rest.join(',')}}`;
  return { columns, leftOut };
}

const taken: ReadonlySet<string> = new Set(['S1', 'S2', 'J1']);
