// Reads all values sealed for one purpose in physical order (ctid): without an index or open cursor, and with known
// progress. Rows that move may be seen twice or missed; a caller that needs all of them repeats the walk.
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { sealedColumns, type SealedColumn, type SealPurpose } from './sealed-columns.ts';

export interface SealedBatch {
  readonly rows: readonly SealedRow[];
  readonly walked: number;
}

export interface SealedRow {
  /** The row's ctid, which changes with every write. */
  readonly at: string;
  readonly sealed: Buffer;
}

const pagesAtOnce = 64;

export async function* walkSealedRows({ kysely }: Database, purpose: SealPurpose): AsyncGenerator<SealedBatch> {
  const place: SealedColumn = sealedColumns[purpose];
  const { rows: sizes } = await sql<{ pages: number | null }>`
    select (pg_relation_size(to_regclass(${formatSealedTable(place)})) / current_setting('block_size')::int)::int as pages
  `.execute(kysely);
  // The queue's tables don't exist before the first server start.
  const pages = sizes[0]?.pages ?? 0;
  const value = valueOf(place);
  for (let from = 0; from < pages; from += pagesAtOnce) {
    const { rows } = await sql<SealedRow>`
      select ctid::text as at, ${value} as sealed from ${tableOf(place)}
      where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + pagesAtOnce},0)`}::tid and ${value} is not null
    `.execute(kysely);
    yield { rows, walked: Math.min(1, (from + pagesAtOnce) / pages) };
  }
}

export async function replaceSealedValue(
  { kysely }: Database,
  purpose: SealPurpose,
  { at, sealed }: SealedRow,
  next: Buffer,
): Promise<boolean> {
  const place: SealedColumn = sealedColumns[purpose];
  const column = sql.ref(place.column);
  const written =
    place.field === undefined
      ? next
      : sql`jsonb_set(${column}, array[${place.field}], to_jsonb(${next.toString('base64')}::text))`;
  const { numAffectedRows = 0n } = await sql`
    update ${tableOf(place)} set ${column} = ${written} where ctid = ${at}::tid and ${valueOf(place)} = ${sealed}
  `.execute(kysely);
  return numAffectedRows > 0n;
}

export const formatSealedTable = ({ schema, table }: SealedColumn): string =>
  schema === undefined ? table : `${schema}.${table}`;

const tableOf = (place: SealedColumn): RawBuilder<unknown> => sql.table(formatSealedTable(place));

const valueOf = ({ column, field }: SealedColumn): RawBuilder<Buffer> =>
  field === undefined ? sql.ref(column) : sql`decode(${sql.ref(column)} ->> ${field}::text, 'base64')`;
