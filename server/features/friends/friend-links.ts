// Friend links. The creator consents by creating one, the visitor by confirming.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { lockAccount } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';
import { areFriends, hasBlocked, hasContactHistory, lockBothPlayers, makeFriends } from './friendship.ts';
import { sendFriendRequestByLink } from './friend-requests.ts';

export const friendLinkLimits = {
  link: { maxUses: 20, days: 7, maxAlive: 20 },
  mail: { maxUses: 1, days: 14, maxAlive: 50 },
} as const;

export const maxInvitationMailsADay = 10;

export interface NewFriendLink {
  readonly linkId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/** Undefined: the account has reached the maximum number of links. */
export async function createFriendLink(
  trx: Transaction<Tables>,
  accountId: string,
  { way, game }: { readonly way: keyof typeof friendLinkLimits; readonly game: string | undefined },
): Promise<NewFriendLink | undefined> {
  const { maxUses, days, maxAlive } = friendLinkLimits[way];
  if (!(await lockAccount(trx, accountId, 'alone'))) return undefined;
  const { token, tokenHash } = createToken('fxi_');
  const linkId = randomUUID();
  const { rows } = await sql<{ expires_at: Date }>`
    insert into friend_links (link_id, token_hash, account_id, game, way, max_uses, expires_at)
    select ${linkId}, ${tokenHash}, ${accountId}, ${game ?? null}, ${way}, ${maxUses}, now() + make_interval(days => ${days})
    where (
      select count(*) from friend_links where account_id = ${accountId} and way = ${way} and ${isAlive}) < ${maxAlive}
      and (${way}::text = 'link' or (
        select count(*) from friend_links
        where account_id = ${accountId} and way = ${way} and created_at > now() - interval '1 day') < ${maxInvitationMailsADay})
    returning expires_at`.execute(trx);
  return rows[0] && { linkId, token, expiresAt: rows[0].expires_at };
}

export interface FriendLinkRow {
  readonly link_id: string;
  readonly way: 'link' | 'mail';
  readonly game: string | null;
  readonly uses: number;
  readonly max_uses: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export async function readFriendLinks(db: Kysely<Tables>, accountId: string): Promise<FriendLinkRow[]> {
  const { rows } = await sql<FriendLinkRow>`
    select link_id, way, game, uses, max_uses, created_at, expires_at from friend_links
    where account_id = ${accountId} and ${isAlive} order by created_at desc, link_id`.execute(db);
  return rows;
}

export async function revokeFriendLink(db: Kysely<Tables>, accountId: string, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    update friend_links set revoked_at = now()
    where link_id = ${linkId} and account_id = ${accountId} and ${isAlive} returning 1`.execute(db);
  return rows.length > 0;
}

export interface ActiveFriendLink {
  readonly accountId: string;
  readonly name: string;
  readonly game: string | null;
}

/**
 * Undefined for a reader who has blocked the creator. A reader whom the creator has blocked sees the same as every
 * visitor.
 */
export async function findFriendLink(
  db: Kysely<Tables>,
  token: string,
  readerId: string | undefined,
): Promise<ActiveFriendLink | undefined> {
  const tokenHash = hashToken('fxi_', token);
  if (!tokenHash) return undefined;
  const { rows } = await sql<ActiveFriendLink & { is_alive: boolean; is_friend: boolean }>`
    select l.account_id as "accountId", a.name, l.game, ${isAlive} as is_alive,
      exists (select from friends f where f.account_id = l.account_id and f.friend_account_id = ${readerId ?? null}::uuid)
        as is_friend
    from friend_links l join accounts a on a.account_id = l.account_id and a.merged_into is null
    where l.token_hash = ${tokenHash}`.execute(db);
  const [found] = rows;
  // A friend may open the link again, even an expired one.
  if (!found || (!found.is_alive && !found.is_friend)) return undefined;
  if (readerId !== undefined && (await hasBlocked(db, readerId, found.accountId))) return undefined;
  return { accountId: found.accountId, name: found.name, game: found.game };
}

export type AcceptFriendLinkResult =
  | { readonly outcome: 'friends' | 'sent'; readonly link: ActiveFriendLink }
  | { readonly outcome: 'too many today' }
  | { readonly outcome: 'over' }
  | { readonly outcome: 'own' };

export function acceptFriendLink(
  database: Database,
  accountId: string,
  token: string,
): Promise<AcceptFriendLinkResult> {
  return database.transaction(async (trx): Promise<AcceptFriendLinkResult> => {
    const tokenHash = hashToken('fxi_', token);
    const link = await findFriendLink(trx, token, accountId);
    if (!tokenHash || !link) return { outcome: 'over' };
    if (link.accountId === accountId) return { outcome: 'own' };
    if (!(await lockBothPlayers(trx, accountId, link.accountId))) return { outcome: 'over' };
    if (await areFriends(trx, accountId, link.accountId)) return { outcome: 'friends', link };
    if (await hasBlocked(trx, accountId, link.accountId)) return { outcome: 'over' };
    // Blocked players have a history with the creator, except after a merge.
    if ((await hasContactHistory(trx, accountId, link.accountId)) || (await hasBlocked(trx, link.accountId, accountId)))
      return askMaker(trx, accountId, { link, tokenHash });
    const { rows } = await sql<{ link_id: string }>`
      update friend_links l set uses = uses + 1
      where token_hash = ${tokenHash} and ${isAlive} and not exists (
        select from friend_link_uses u where u.link_id = l.link_id and u.account_id = ${accountId})
      returning link_id`.execute(trx);
    if (!rows[0]) return { outcome: 'over' };
    await trx.insertInto('friend_link_uses').values({ link_id: rows[0].link_id, account_id: accountId }).execute();
    await makeFriends(trx, accountId, link.accountId);
    return { outcome: 'friends', link };
  });
}

/** Marks the link as used by this player, so that the creator gets one request only. */
async function askMaker(
  trx: Transaction<Tables>,
  accountId: string,
  { link, tokenHash }: { readonly link: ActiveFriendLink; readonly tokenHash: Buffer },
): Promise<AcceptFriendLinkResult> {
  const { rows } = await sql`
    insert into friend_link_uses (link_id, account_id)
    select link_id, ${accountId} from friend_links where token_hash = ${tokenHash}
    on conflict do nothing returning 1`.execute(trx);
  const outcome = await sendFriendRequestByLink(trx, {
    from: accountId,
    to: link.accountId,
    isInvited: rows.length > 0,
  });
  return outcome === 'sent' ? { outcome, link } : { outcome };
}

const isAlive = sql<boolean>`(expires_at > now() and revoked_at is null and uses < max_uses)`;
