// Two players become friends, or stop being it. Whoever writes between two players holds both accounts, always in the same order: so
// that of two who ask each other at the same moment the second one sees the first, and a merge waits.
import { sql, type Kysely, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import { sendSignalAfterCommit } from '#server/db/signals.ts';
import type { Tables } from '#server/db/tables.ts';

export const maxFriends = 500;

/** Locks both accounts. False: one of them is gone, or has become a part of another one. */
export async function lockPlayers(trx: Transaction<Tables>, one: string, other: string): Promise<boolean> {
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

/** Whether the player has asked the other one before, or was a friend. */
export async function hasHistory(db: Kysely<Tables>, accountId: string, otherId: string): Promise<boolean> {
  const { rows } = await sql`
    select from friend_histories where account_id = ${accountId} and other_account_id = ${otherId}`.execute(db);
  return rows.length > 0;
}

export async function recordHistory(trx: Transaction<Tables>, accountId: string, otherId: string): Promise<void> {
  await sql`
    insert into friend_histories (account_id, other_account_id) values (${accountId}, ${otherId})
    on conflict do nothing`.execute(trx);
}

/** Both must be locked. Requests between the two have come to their end with it. */
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
  await tellChanged(trx, one, other);
  await tellChanged(trx, other, one);
}

/** False: they were none. */
export async function endFriendship(trx: Transaction<Tables>, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    delete from friends
    where (account_id = ${one} and friend_account_id = ${other})
      or (account_id = ${other} and friend_account_id = ${one})
    returning 1`.execute(trx);
  if (rows.length === 0) return false;
  await recordHistory(trx, one, other);
  await recordHistory(trx, other, one);
  await tellChanged(trx, one);
  await tellChanged(trx, other);
  return true;
}

export const friendsChangedTopic = 'friends-changed';

/** Whoever is here learns that his lists have changed. It may be lost: lists are looked at anew anyway. */
export async function tellChanged(trx: Transaction<Tables>, accountId: string, newFriendId?: string): Promise<void> {
  const payload = newFriendId === undefined ? accountId : `${accountId} ${newFriendId}`;
  await sendSignalAfterCommit(trx, friendsChangedTopic, payload);
}
