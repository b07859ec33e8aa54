// Presence in the database. Rows belong to a node; a node without a heartbeat for half a minute is removed with its
// rows.
import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export interface PresenceRow {
  readonly connectionId: string;
  readonly accountId: string;
  readonly game: string | undefined;
}

export interface OnlinePlayer {
  readonly account_id: string;
  readonly games: readonly string[];
}

/** False: other nodes have removed this node, with its rows. */
export async function recordHeartbeat(db: Kysely<Tables>, nodeId: string): Promise<boolean> {
  const { rows } = await sql`
    update presence_nodes set seen_at = now() where node_id = ${nodeId} returning 1`.execute(db);
  return rows.length > 0;
}

/** Adds before it removes, so that a connection that came and went is gone. */
export async function writePresences(
  database: Database,
  nodeId: string,
  { added, removed }: { readonly added: readonly PresenceRow[]; readonly removed: readonly string[] },
): Promise<void> {
  await database.transaction(async (trx) => {
    if (added.length > 0) {
      await sql`insert into presence_nodes (node_id) values (${nodeId}) on conflict (node_id) do nothing`.execute(trx);
      // An account may be deleted concurrently.
      await sql`
        insert into presences (connection_id, node_id, account_id, game)
        select c.connection_id, ${nodeId}, a.account_id, nullif(c.game, '')
        from unnest(
          ${added.map(({ connectionId }) => connectionId)}::uuid[], ${added.map(({ accountId }) => accountId)}::uuid[],
          ${added.map(({ game }) => game ?? '')}::text[]
        ) as c (connection_id, account_id, game)
        join accounts a on a.account_id = c.account_id and a.merged_into is null
        on conflict (connection_id) do nothing`.execute(trx);
      await noteGames(trx, added);
    }
    if (removed.length > 0)
      await sql`delete from presences where connection_id = any(${[...removed]}::uuid[])`.execute(trx);
  });
}

/** Creates empty statuses, so that friends see who plays the game. */
async function noteGames(db: Kysely<Tables>, added: readonly Omit<PresenceRow, 'connectionId'>[]): Promise<void> {
  const playing = added.filter(({ game }) => game !== undefined);
  if (playing.length === 0) return;
  await sql`
    insert into player_statuses (account_id, game, status)
    select distinct a.account_id, g.game, ''
    from unnest(
      ${playing.map(({ accountId }) => accountId)}::uuid[], ${playing.map(({ game }) => game)}::text[]
    ) as c (account_id, game)
    join accounts a on a.account_id = c.account_id and a.merged_into is null
    join games g on g.game = c.game
    on conflict (account_id, game) do update set updated_at = clock_timestamp()`.execute(db);
}

/** True: the player was offline before. */
export async function savePollingPresence(
  db: Kysely<Tables>,
  {
    sessionId,
    accountId,
    game,
  }: { readonly sessionId: string; readonly accountId: string; readonly game: string | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with before as (
      select game from presences where connection_id = ${sessionId} and expires_at > now()
    ), kept as (
      insert into presences (connection_id, account_id, game, expires_at)
      select ${sessionId}, account_id, ${game ?? null}, now() + interval '90 seconds' from accounts
      where account_id = ${accountId} and merged_into is null
      on conflict (connection_id) do update set game = excluded.game, expires_at = excluded.expires_at
      returning game
    )
    select not exists (select from before where before.game is not distinct from kept.game) as is_new from kept`.execute(
    db,
  );
  return rows[0]?.is_new ?? false;
}

/** Returns the accounts whose friends must be notified. */
export async function removePollingPresence(
  db: Kysely<Tables>,
  {
    sessionId,
    accountId,
    except,
  }: { readonly sessionId?: string; readonly accountId?: string; readonly except?: string },
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    delete from presences
    where node_id is null and (connection_id = ${sessionId ?? null}::uuid
      or (account_id = ${accountId ?? null}::uuid and connection_id is distinct from ${except ?? null}::uuid))
    returning account_id`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Returns the accounts whose friends must be notified. */
export async function reapStaleNodes(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    with gone as (delete from presence_nodes where not ${isHeardOf} returning node_id)
    select distinct p.account_id from presences p join gone using (node_id)`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

export async function readOnlinePlayers(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<Map<string, OnlinePlayer>> {
  const { rows } = await sql<OnlinePlayer>`
    select p.account_id, ${games} as games from ${present}
    where p.account_id = any(${[...accountIds]}::uuid[]) and ${isPresent} group by p.account_id`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row]));
}

export async function readOnlineFriends(
  db: Kysely<Tables>,
  accountId: string,
  game: string | undefined,
): Promise<(OnlinePlayer & { readonly in_this_game: boolean })[]> {
  const { rows } = await sql<OnlinePlayer & { in_this_game: boolean }>`
    select p.account_id, ${games} as games, ${plays(game)} as in_this_game
    from friends f cross join ${present}
    where f.account_id = ${accountId} and p.account_id = f.friend_account_id and ${isPresent}
    group by p.account_id`.execute(db);
  return rows;
}

export async function readFriendEventRecipients(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<{ readonly watcher: string; readonly friend: string }[]> {
  const { rows } = await sql<{ watcher: string; friend: string }>`
    select account_id as watcher, friend_account_id as friend from friends
    where friend_account_id = any(${[...accountIds]}::uuid[])`.execute(db);
  return rows;
}

const isHeardOf = sql`(seen_at > now() - interval '30 seconds')`;
const present = sql`presences p left join presence_nodes n on n.node_id = p.node_id`;
const isPresent = sql`(n.seen_at > now() - interval '30 seconds' or p.expires_at > now())`;
const games = sql`coalesce(array_agg(p.game order by p.since desc) filter (where p.game is not null), '{}')`;
const plays = (game: string | undefined) => sql`
  exists (select from connected_games where account_id = p.account_id and game = ${game ?? null}::text)`;
