// Blocks an account: the database prevents new sessions, this ends the existing ones. A block may end by itself.
import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { revokeRefreshTokens } from '#server/features/merging/merge-accounts.ts';
import {
  describeResolvedReports,
  resolvePlayerReports,
} from '#server/features/player-reports/resolve-player-reports.ts';
import { endSession, endSessionsOfAccount } from '#server/features/sessions/sessions.ts';
import { changePlayer, type PlayerChange } from './change-player.ts';

/** Returns how many sessions it ended. All reports of the player are resolved. Blocking again replaces the end and the reason. */
export function blockAccount(
  database: Database,
  { accountId, reason, until, record }: PlayerChange & { readonly until?: Date | undefined },
): Promise<number> {
  return changePlayer(database, accountId, async (trx, before) => {
    const { is_past } = await trx
      .updateTable('accounts')
      .set({
        blocked_at: sql<Date>`coalesce(blocked_at, now())`,
        blocked_until: until ?? null,
        blocked_because: reason ?? null,
      })
      .where('account_id', '=', accountId)
      .returning(sql<boolean>`coalesce(blocked_until <= now(), false)`.as('is_past'))
      .executeTakeFirstOrThrow();
    if (is_past) {
      const message = 'must be in the future';
      throw new Problem('InvalidRequest', `Until ${message}`, { fields: { Until: message } });
    }
    const resolved = await resolvePlayerReports(trx, { accountId, resolution: 'blocked' });
    await record(trx, {
      object: { kind: 'player', id: accountId },
      before: { Blocked: before.blocked_at !== null, Until: before.blocked_until?.toISOString() },
      after: { Blocked: true, Until: until?.toISOString(), ...describeResolvedReports(resolved) },
      reason,
    });
    return signOutIn(trx, accountId);
  });
}

/** False: it was not blocked. */
export function unblockAccount(database: Database, { accountId, reason, record }: PlayerChange): Promise<boolean> {
  return changePlayer(database, accountId, async (trx, before) => {
    if (before.blocked_at === null) return false;
    await trx.updateTable('accounts').set({ blocked_at: null }).where('account_id', '=', accountId).execute();
    await record(trx, {
      object: { kind: 'player', id: accountId },
      before: { Blocked: true, Until: before.blocked_until?.toISOString() },
      after: { Blocked: false },
      reason,
    });
    return true;
  });
}

/** Ends all sessions, and revokes tokens that could open one without signing in; or ends one session. */
export function signOutAccount(
  database: Database,
  { accountId, reason, sessionId, record }: PlayerChange & { readonly sessionId?: string | undefined },
): Promise<number> {
  return changePlayer(database, accountId, async (trx) => {
    const ended =
      sessionId === undefined ? await signOutIn(trx, accountId) : await endOneSession(trx, accountId, sessionId);
    await record(trx, {
      object: { kind: 'player', id: accountId },
      after: { EndedSessions: ended, ...(sessionId !== undefined && { SessionId: sessionId }) },
      reason,
    });
    return ended;
  });
}

async function endOneSession(trx: Transaction<Tables>, accountId: string, sessionId: string): Promise<number> {
  const own = await trx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw new Problem('NotFound', 'The player has no such session.');
  await endSession(trx, sessionId);
  return 1;
}

async function signOutIn(trx: Transaction<Tables>, accountId: string): Promise<number> {
  await revokeRefreshTokens(trx, accountId);
  await trx.deleteFrom('temp_tokens').where('account_id', '=', accountId).execute();
  return endSessionsOfAccount(trx, accountId);
}

/** Clears blocks whose end has come. Sign-ins already ignore them; lists and leaderboards show the player again. */
export async function endExpiredBlocks({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const { numUpdatedRows } = await kysely
    .updateTable('accounts')
    .set({ blocked_at: null })
    .where('blocked_until', '<=', sql<Date>`now()`)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
