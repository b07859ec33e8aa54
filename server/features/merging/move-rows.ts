// Moves the rows of one account to another and back, for all columns in account-columns.ts. All names in the statements
// come from there; all values are parameters.
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { movedReferenceColumns, type MergeChoice, type MovedColumn, type ReferencedTable } from './account-columns.ts';

export interface MergePair {
  readonly into: string;
  readonly from: string;
}

export interface RowChanges {
  readonly moved: readonly { readonly table: string; readonly column: string; readonly keys: readonly Row[] }[];
  readonly parked: readonly { readonly table: string; readonly rows: readonly Row[] }[];
}

type Row = Readonly<Record<string, unknown>>;

export async function moveAccountRows(
  trx: Transaction<Tables>,
  pair: MergePair,
  choice: MergeChoice,
): Promise<RowChanges> {
  await sql`select set_config('fxid.sets_rows_aside', 'on', true)`.execute(trx);
  const moved: RowChanges['moved'][number][] = [];
  const parked: RowChanges['parked'][number][] = [];
  for (const [table, other] of betweenPlayers)
    parked.push({ table, rows: await parkBetween(trx, pair, { table, other }) });
  parked.push({ table: 'friends', rows: await parkBlocked(trx, pair) });
  for (const column of movedReferenceColumns) {
    parked.push({ table: column.table, rows: await parkLosers(trx, column, pair, choice) });
    moved.push({ table: column.table, column: column.column, keys: await move(trx, column, pair) });
  }
  await sql`select set_config('fxid.sets_rows_aside', 'off', true)`.execute(trx);
  return {
    moved: moved.filter(({ keys }) => keys.length > 0),
    parked: parked.filter(({ rows }) => rows.length > 0),
  };
}

/**
 * Moves back rows that still belong to the surviving account. Set-aside rows are restored unless there is a new
 * equivalent.
 */
export async function restoreAccountRows(
  trx: Transaction<Tables>,
  pair: MergePair,
  changes: RowChanges,
): Promise<void> {
  for (const { table, column, keys } of changes.moved) {
    const moved = movedReferenceColumns.find((each) => each.table === table && each.column === column);
    if (moved) await moveBack(trx, moved, pair, keys);
  }
  for (const { table, rows } of changes.parked) {
    const moved = movedReferenceColumns.find((each) => each.table === table);
    if (moved) await unpark(trx, moved, rows);
  }
}

/** Tables whose rows relate two players, with the second player's column. */
const betweenPlayers = [
  ['friends', 'friend_account_id'],
  ['friend_requests', 'friend_account_id'],
  ['friend_blocks', 'blocked_account_id'],
  ['friend_histories', 'other_account_id'],
  ['player_reports', 'reported_account_id'],
] as const;

/** An account can't be its own friend. */
async function parkBetween(
  trx: Transaction<Tables>,
  { into, from }: MergePair,
  { table, other }: { readonly table: string; readonly other: string },
): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    delete from ${sql.table(table)} t
    where (account_id = ${into} and ${sql.ref(other)} = ${from})
      or (account_id = ${from} and ${sql.ref(other)} = ${into})
    returning to_jsonb(t) as row`.execute(trx);
  return rows.map(({ row }) => row);
}

/** Sets aside friendships with players whom one of the two has blocked, or who have blocked one of them. */
async function parkBlocked(trx: Transaction<Tables>, { into, from }: MergePair): Promise<Row[]> {
  const pair = sql`any(${[into, from]}::uuid[])`;
  const { rows } = await sql<{ row: Row }>`
    with apart as (
      select blocked_account_id as other from friend_blocks where account_id = ${pair}
      union select account_id from friend_blocks where blocked_account_id = ${pair}
    )
    delete from friends t using apart
    where (t.account_id = ${pair} and t.friend_account_id = apart.other)
      or (t.friend_account_id = ${pair} and t.account_id = apart.other)
    returning to_jsonb(t) as row`.execute(trx);
  return rows.map(({ row }) => row);
}

async function parkLosers(
  trx: Transaction<Tables>,
  { table, column, oneFor, goingIsKept }: MovedColumn,
  { into, from }: MergePair,
  choice: MergeChoice,
): Promise<Row[]> {
  const owner = sql.ref(column);
  const { rows } = await sql<{ row: Row }>`
    with pairs as (
      select ${sql.join(oneFor.map((name) => sql.ref(`s.${name}`)))}, ${goingIsKept(choice)} as going_is_kept
      from ${sql.table(table)} s join ${sql.table(table)} g on ${same('s', 'g', oneFor)}
      where s.${owner} = ${into} and g.${owner} = ${from}
    )
    delete from ${sql.table(table)} t using pairs p
    where ${same('t', 'p', oneFor)}
      and ((t.${owner} = ${from} and not p.going_is_kept) or (t.${owner} = ${into} and p.going_is_kept))
    returning to_jsonb(t) as row`.execute(trx);
  return rows.map(({ row }) => row);
}

async function move(
  trx: Transaction<Tables>,
  { table, column, key }: MovedColumn,
  { into, from }: MergePair,
): Promise<Row[]> {
  const names = sql.join(key.flatMap((name) => [sql.lit(name), sql.ref(name)]));
  const { rows } = await sql<{ row: Row }>`
    update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}
    returning jsonb_build_object(${names}) as row`.execute(trx);
  return rows.map(({ row }) => row);
}

async function moveBack(
  trx: Transaction<Tables>,
  { table, column, key, oneFor }: MovedColumn,
  { into, from }: MergePair,
  keys: readonly Row[],
): Promise<void> {
  const owner = sql.ref(column);
  await sql`
    update ${sql.table(table)} t set ${owner} = ${from}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(keys)}::jsonb) k
    where t.${owner} = ${into} and ${same('t', 'k', key)}
      and not exists (select from ${sql.table(table)} x where x.${owner} = ${from} and ${same('x', 't', oneFor)})
  `.execute(trx);
}

async function unpark(trx: Transaction<Tables>, { table, needs }: MovedColumn, rows: readonly Row[]): Promise<void> {
  // Only the columns that existed when the row was set aside; newer ones get their defaults.
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  const conditions = Object.entries(needs).map(([name, other]) => isThere(sql.ref(`r.${name}`), other));
  await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql.ref(`r.${name}`)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    on conflict do nothing`.execute(trx);
}

function isThere(value: RawBuilder<unknown>, table: ReferencedTable): RawBuilder<boolean> {
  switch (table) {
    case 'games':
      return sql`exists (select from games where game = ${value})`;
    case 'achievements':
      return sql`exists (select from achievements a where a.game = r.game and a.code = ${value})`;
    case 'quests':
      return sql`exists (select from quests where quest_id = ${value})`;
    case 'leaderboards':
      return sql`exists (select from leaderboards where board_id = ${value})`;
    case 'document_versions':
      return sql`exists (select from document_versions where version_id = ${value})`;
    case 'accounts':
      return sql`exists (select from accounts where account_id = ${value} and merged_into is null)`;
  }
}

function same(one: string, other: string, names: readonly string[]): RawBuilder<boolean> {
  const equal = names.map((name) => sql`${sql.ref(`${one}.${name}`)} = ${sql.ref(`${other}.${name}`)}`);
  return sql`(${sql.join(equal, sql` and `)})`;
}
