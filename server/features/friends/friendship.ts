// Friendships. Every write locks both accounts in the same order, so that simultaneous requests see each other and a
// merge waits.
import { sql, type Kysely, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import { sendSignalToNodesAfterCommit } from '#server/db/node-signals.ts';
import type { Tables } from '#server/db/tables.ts';

export const maxFriends = 500;

/** False: one account is deleted or was merged into another. */
export async function lockBothPlayers(trx: Transaction<Tables>, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where account_id = any(${[one, other]}::uuid[]) and merged_into is null
    order by account_id for no key update`.execute(trx);
  return rows.length === 2;
}

export async function areFriends(db: Kysely<Tables>, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from friends where account_id = ${one} and friend_account_id = ${other}`.execute(db);
  return rows.length > 0;
}

export async function hasBlocked(db: Kysely<Tables>, accountId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from friend_blocks where account_id = ${accountId} and blocked_account_id = ${otherId}`.execute(db);
  return rows.length > 0;
}

/** Whether the player has sent the other a request before, or was a friend. */
export async function hasContactHistory(db: Kysely<Tables>, accountId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from friend_histories where account_id = ${accountId} and other_account_id = ${otherId}`.execute(db);
  return rows.length > 0;
}

export async function recordContactHistory(
  trx: Transaction<Tables>,
  accountId: string,
  otherId: string,
): Promise<void> {
  await sql`
    insert into friend_histories (account_id, other_account_id) values (${accountId}, ${otherId})
    on conflict do nothing`.execute(trx);
}

/** Both accounts must be locked. Closes the requests between them. */
export async function makeFriends(trx: Transaction<Tables>, one: string, other: string): Promise<void> {
  const { rows } = await sql`
    select from friends where account_id = any(${[one, other]}::uuid[])
    group by account_id having count(*) >= ${maxFriends}`.execute(trx);
  if (rows.length > 0) throw new Problem('TooManyFriends');
  await sql`
    insert into friends (account_id, friend_account_id)
    values (${one}, ${other}), (${other}, ${one}) on conflict do nothing`.execute(trx);
  await sql`
    delete from friend_requests
    where (account_id = ${one} and friend_account_id = ${other})
      or (account_id = ${other} and friend_account_id = ${one})`.execute(trx);
  await signalFriendsChanged(trx, one, other);
  await signalFriendsChanged(trx, other, one);
}

export async function endFriendship(trx: Transaction<Tables>, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    delete from friends
    where (account_id = ${one} and friend_account_id = ${other})
      or (account_id = ${other} and friend_account_id = ${one})
    returning 1`.execute(trx);
  if (rows.length === 0) return false;
  await recordContactHistory(trx, one, other);
  await recordContactHistory(trx, other, one);
  await signalFriendsChanged(trx, one);
  await signalFriendsChanged(trx, other);
  return true;
}

export const friendsChangedSignalTopic = 'friends-changed';

/** A lost signal is harmless: open pages also refetch their lists. */
export async function signalFriendsChanged(
  trx: Transaction<Tables>,
  accountId: string,
  newFriendId?: string,
): Promise<void> {
  const payload = newFriendId === undefined ? accountId : `${accountId} ${newFriendId}`;
  await sendSignalToNodesAfterCommit(trx, friendsChangedSignalTopic, payload);
}
