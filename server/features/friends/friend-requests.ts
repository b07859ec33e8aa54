// Friend requests. To the sender, a request that was declined or whose sender is blocked looks pending.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { areFriends, lockBothPlayers, makeFriends, recordContactHistory, signalFriendsChanged } from './friendship.ts';

export const maxFriendRequestsADay = 50;
const maxShown = 100;

export type SendFriendRequestResult = 'sent' | 'friends' | 'no such player' | 'too many today';

export function sendFriendRequest(database: Database, from: string, to: string): Promise<SendFriendRequestResult> {
  return database.transaction(async (trx) => {
    if (!(await lockBothPlayers(trx, from, to))) return 'no such player';
    if (await areFriends(trx, from, to)) return 'friends';
    if ((await countLately(trx, from)) >= maxFriendRequestsADay) return 'too many today';
    // The other player has sent a request too, even a declined one: they become friends.
    const { rows: asked } = await sql`
      select from friend_requests
      where account_id = ${to} and friend_account_id = ${from} and withdrawn_at is null
        and not exists (select from friend_blocks where account_id = ${to} and blocked_account_id = ${from})
    `.execute(trx);
    if (asked.length > 0) {
      await makeFriends(trx, from, to);
      return 'friends';
    }
    await writeRequest(trx, { from, to, isInvited: false });
    return 'sent';
  });
}

/**
 * The creator of the link has to accept the request. Both accounts must be locked.
 * @param isInvited the sender opens this link for the first time, so the request arrives even after an earlier one was declined
 */
export async function sendFriendRequestByLink(
  trx: Transaction<Tables>,
  request: { readonly from: string; readonly to: string; readonly isInvited: boolean },
): Promise<'sent' | 'too many today'> {
  if ((await countLately(trx, request.from)) >= maxFriendRequestsADay) return 'too many today';
  await writeRequest(trx, request);
  return 'sent';
}

/**
 * The sender sees the same row with the same time whether the request is pending, declined or from a blocked player.
 */
async function writeRequest(
  trx: Transaction<Tables>,
  { from, to, isInvited }: { readonly from: string; readonly to: string; readonly isInvited: boolean },
): Promise<void> {
  await recordContactHistory(trx, from, to);
  await sql`
    insert into friend_requests (request_id, account_id, friend_account_id, declined_at)
    select ${randomUUID()}, ${from}, ${to}, (
      select now() from friend_blocks where account_id = ${to} and blocked_account_id = ${from})
    on conflict (account_id, friend_account_id) do update set
      created_at = now(),
      withdrawn_at = null,
      declined_at = coalesce(
        excluded.declined_at, case when ${isInvited}::boolean then null else friend_requests.declined_at end)
      where friend_requests.withdrawn_at is not null or ${isInvited}::boolean`.execute(trx);
  await signalFriendsChanged(trx, to);
}

export function acceptFriendRequest(database: Database, accountId: string, requestId: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    const sender = await findRequestSender(trx, accountId, requestId);
    if (sender === undefined || !(await lockBothPlayers(trx, accountId, sender))) return false;
    const { rows } = await sql`
      delete from friend_requests
      where request_id = ${requestId} and friend_account_id = ${accountId} and account_id = ${sender} and ${waits}
      returning 1`.execute(trx);
    if (rows.length === 0) return false;
    await makeFriends(trx, accountId, sender);
    return true;
  });
}

export async function declineFriendRequest(db: Kysely<Tables>, accountId: string, requestId: string): Promise<boolean> {
  const { rows } = await sql`
    update friend_requests set declined_at = now()
    where request_id = ${requestId} and friend_account_id = ${accountId} and ${waits} returning 1`.execute(db);
  return rows.length > 0;
}

export async function withdrawFriendRequest(
  db: Kysely<Tables>,
  accountId: string,
  requestId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update friend_requests set withdrawn_at = now()
    where request_id = ${requestId} and account_id = ${accountId} and withdrawn_at is null returning 1`.execute(db);
  return rows.length > 0;
}

export async function findRequestSender(
  db: Kysely<Tables>,
  accountId: string,
  requestId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from friend_requests
    where request_id = ${requestId} and friend_account_id = ${accountId} and ${waits}`.execute(db);
  return rows[0]?.account_id;
}

export interface FriendRequestRow {
  readonly request_id: string;
  readonly name: string;
  readonly created_at: Date;
}

export async function readReceivedFriendRequests(db: Kysely<Tables>, accountId: string): Promise<FriendRequestRow[]> {
  const { rows } = await sql<FriendRequestRow>`
    select r.request_id, a.name, r.created_at
    from friend_requests r join accounts a on a.account_id = r.account_id and a.merged_into is null
    where r.friend_account_id = ${accountId} and ${waits}
      and not exists (
        select from friends f where f.account_id = ${accountId} and f.friend_account_id = r.account_id)
    order by r.created_at desc, r.request_id limit ${maxShown}`.execute(db);
  return rows;
}

/** Includes declined ones: senders don't learn of a rejection. */
export async function readSentFriendRequests(db: Kysely<Tables>, accountId: string): Promise<FriendRequestRow[]> {
  const { rows } = await sql<FriendRequestRow>`
    select r.request_id, a.name, r.created_at
    from friend_requests r join accounts a on a.account_id = r.friend_account_id and a.merged_into is null
    where r.account_id = ${accountId} and r.withdrawn_at is null
      and not exists (
        select from friends f where f.account_id = ${accountId} and f.friend_account_id = r.friend_account_id)
    order by r.created_at desc, r.request_id limit ${maxShown}`.execute(db);
  return rows;
}

const waits = sql`declined_at is null and withdrawn_at is null`;

async function countLately(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from friend_requests
    where account_id = ${accountId} and created_at > now() - interval '1 day'`.execute(db);
  return rows[0]?.count ?? 0;
}
