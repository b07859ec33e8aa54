// Blocking ends a friendship. Later requests from the blocked player are not shown.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { endFriendship, lockBothPlayers, signalFriendsChanged } from './friendship.ts';

const maxShown = 500;

export function blockPlayer(database: Database, accountId: string, otherId: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    if (!(await lockBothPlayers(trx, accountId, otherId))) return false;
    await sql`
      insert into friend_blocks (block_id, account_id, blocked_account_id)
      values (${randomUUID()}, ${accountId}, ${otherId}) on conflict do nothing`.execute(trx);
    await sql`
      delete from friend_requests where account_id = ${accountId} and friend_account_id = ${otherId}`.execute(trx);
    await sql`
      update friend_requests set declined_at = coalesce(declined_at, now())
      where account_id = ${otherId} and friend_account_id = ${accountId}`.execute(trx);
    if (!(await endFriendship(trx, accountId, otherId))) await signalFriendsChanged(trx, accountId);
    return true;
  });
}

export async function unblockPlayer(db: Kysely<Tables>, accountId: string, blockId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from friend_blocks where block_id = ${blockId} and account_id = ${accountId} returning 1`.execute(db);
  return rows.length > 0;
}

export interface BlockedPlayerRow {
  readonly block_id: string;
  readonly name: string;
  readonly created_at: Date;
}

export async function readBlockedPlayers(db: Kysely<Tables>, accountId: string): Promise<BlockedPlayerRow[]> {
  const { rows } = await sql<BlockedPlayerRow>`
    select b.block_id, a.name, b.created_at
    from friend_blocks b join accounts a on a.account_id = b.blocked_account_id
    where b.account_id = ${accountId} order by b.created_at desc, b.block_id limit ${maxShown}`.execute(db);
  return rows;
}
