// Merges two accounts on their owner's request: consumes the proof, merges, moves the session and notifies both
// addresses, in one transaction.
import type { Transaction } from 'kysely';
import { toLocale } from '#model/locale.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/is-unique-violation.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { endSession, endSessionsOfAccount, createSession, type Session } from '#server/features/sessions/sessions.ts';
import { suspendIdentities } from '#server/features/sign-in/upgrade-guest-account.ts';
import type { Caller } from '#server/http/caller.ts';
import { chooseGameConnections, type KeptSide } from './choose-game-connections.ts';
import { lockAccounts, mergeAccounts, revokeRefreshTokens, type LockedAccount } from './merge-accounts.ts';
import { readMergeProof, consumeMergeProof, type MergeProofAccounts } from './merge-proof.ts';

interface MergeRequest {
  readonly session: Session;
  readonly caller: Caller;
  readonly mergeToken: string;
  readonly keep: KeptSide;
  readonly games: ReadonlyMap<string, KeptSide>;
}

export interface MergeDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly profileLink: string;
}

export interface ConfirmMergeResult {
  readonly mergeId: string;
  readonly accountId: string;
  readonly undoUntil: Date;
  readonly token: string;
}

export async function confirmMerge(deps: MergeDeps, request: MergeRequest): Promise<ConfirmMergeResult> {
  const { session, mergeToken, keep, games } = request;
  // Only to know which accounts to lock. Consuming the proof below decides whether it is valid.
  const sides = await readMergeProof(deps.database.kysely, mergeToken, session.accountId);
  if (!sides) throw new Problem('TokenExpiredOrUsed');
  const pair = keep === 'This' ? { into: sides.own, from: sides.other } : { into: sides.other, from: sides.own };
  return throwConflictOnDuplicate(() =>
    deps.database.transaction(async (trx) => {
      const accounts = await lockAccounts(trx, [sides.own, sides.other]);
      if (!(await consumeMergeProof(trx, mergeToken, session.accountId))) throw new Problem('TokenExpiredOrUsed');
      const gamesFromMerged = await gamesNotOf(trx, sides, keep, games);
      const suspended = accounts.get(sides.other)?.guest ? await revokeGuestAccess(trx, sides) : [];
      const choice = { gamesFromMerged };
      const { mergeId, undoUntil } = await mergeAccounts(trx, { pair, accounts, choice, suspended });
      // The player continues to play, so a deletion requested in one account must not delete both.
      await trx.updateTable('accounts').set({ delete_after: null }).where('account_id', '=', pair.into).execute();
      const token = await moveSession(trx, request, pair.into);
      await tellBoth(deps, trx, [...accounts.values()], undoUntil);
      return { mergeId, accountId: pair.into, undoUntil, token };
    }),
  );
}

/** A row inserted concurrently may conflict: everything is rolled back, and the caller can retry. */
export async function throwConflictOnDuplicate<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new Problem('Conflict', undefined, { cause: error });
    throw error;
  }
}

/** Other people who played as this guest lose access. Returns the suspended identities. */
async function revokeGuestAccess(
  trx: Transaction<Tables>,
  { other, guestIdentityId }: MergeProofAccounts,
): Promise<string[]> {
  await endSessionsOfAccount(trx, other);
  await revokeRefreshTokens(trx, other);
  return suspendIdentities(trx, other, [guestIdentityId ?? undefined]);
}

async function gamesNotOf(
  trx: Transaction<Tables>,
  { own, other }: MergeProofAccounts,
  kept: KeptSide,
  chosen: ReadonlyMap<string, KeptSide>,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('connected_games')
    .select(['account_id', 'game', 'connected_at', 'last_played_at'])
    .where('account_id', 'in', [own, other])
    .execute();
  const of = (accountId: string) => rows.filter((row) => row.account_id === accountId);
  return chooseGameConnections(of(own), of(other), chosen)
    .filter(({ keep }) => keep !== kept)
    .map(({ game }) => game);
}

/** Issues a new token, like every sign-in. */
async function moveSession(
  trx: Transaction<Tables>,
  { session, caller }: MergeRequest,
  accountId: string,
): Promise<string> {
  const old = await trx
    .selectFrom('sessions')
    .select(['begun_by', 'identity_id', 'proved_at'])
    .where('session_id', '=', session.sessionId)
    .executeTakeFirstOrThrow(() => new Problem('Unauthenticated'));
  const { userAgent, network, country } = caller;
  const { token, row } = createSession({ begunBy: old.begun_by, userAgent, network, country });
  const { identity_id, proved_at } = old;
  await trx
    .insertInto('sessions')
    .values({ ...row, identity_id, proved_at, account_id: accountId })
    .execute();
  await endSession(trx, session.sessionId);
  return token;
}

async function tellBoth(
  { queueMail, profileLink }: MergeDeps,
  trx: Transaction<Tables>,
  accounts: readonly LockedAccount[],
  undoUntil: Date,
): Promise<void> {
  const told = new Set<string>();
  for (const { email, email_validated, locale } of accounts) {
    if (email === null || !email_validated || told.has(email)) continue;
    told.add(email);
    const data = { link: profileLink, until: undoUntil.toISOString() };
    await queueMail(trx, { to: email, locale: toLocale(locale), template: 'merged', data, notAfter: undoUntil });
  }
}
