// Refresh tokens for games that have their own player ids. Each works once and is exchanged for the next; tokens from
// one sign-in are a family. A token used twice was stolen, so the family and the game's sessions end.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { endSession, createSession } from '#server/features/sessions/sessions.ts';
import type { Caller } from '#server/http/caller.ts';
import { createToken, hashToken } from '#server/secrets/one-time-token.ts';

export type RefreshResult =
  | { readonly outcome: 'refreshed'; readonly accountId: string; readonly token: string; readonly refreshToken: string }
  | { readonly outcome: 'refused' };

export function issueRefreshToken({ kysely }: Database, accountId: string, game: string): Promise<string> {
  return insertToken(kysely, { accountId, game, familyId: randomUUID() });
}

export async function exchangeRefreshToken(
  database: Database,
  token: string,
  game: string,
  { userAgent, network, country }: Caller,
): Promise<RefreshResult> {
  const tokenHash = hashToken('fxr_', token);
  if (!tokenHash) return { outcome: 'refused' };
  return database.transaction(async (trx): Promise<RefreshResult> => {
    const taken = await trx
      .updateTable('refresh_tokens')
      .set({ consumed_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .where('game', '=', game)
      .where('consumed_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .returning(['account_id as accountId', 'family_id as familyId'])
      .executeTakeFirst();
    if (!taken) {
      await endFamilyOfUsed(trx, tokenHash, game);
      return { outcome: 'refused' };
    }
    const { accountId, familyId } = taken;
    const session = createSession({ begunBy: 'RefreshToken', game, userAgent, network, country });
    await trx
      .insertInto('sessions')
      .values({ ...session.row, account_id: accountId })
      .execute();
    const refreshToken = await insertToken(trx, { accountId, game, familyId });
    return { outcome: 'refreshed', accountId, token: session.token, refreshToken };
  });
}

const lifetimeDays = 60;

async function insertToken(
  db: Kysely<Tables>,
  { accountId, game, familyId }: { accountId: string; game: string; familyId: string },
): Promise<string> {
  const { token, tokenHash } = createToken('fxr_');
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: tokenHash,
      family_id: familyId,
      account_id: accountId,
      game,
      expires_at: sql<Date>`now() + make_interval(days => ${lifetimeDays})`,
    })
    .execute();
  return token;
}

/** An expired or revoked token has no effect. */
async function endFamilyOfUsed(trx: Transaction<Tables>, tokenHash: Buffer, game: string): Promise<void> {
  const used = await trx
    .selectFrom('refresh_tokens')
    .select(['family_id', 'account_id'])
    .where('token_hash', '=', tokenHash)
    .where('game', '=', game)
    .where('consumed_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!used) return;
  await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: sql`now()` })
    .where('family_id', '=', used.family_id)
    .where('revoked_at', 'is', null)
    .execute();
  const sessions = await trx
    .selectFrom('sessions')
    .select('session_id')
    .where('account_id', '=', used.account_id)
    .where('game', '=', game)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { session_id } of sessions) await endSession(trx, session_id);
}
