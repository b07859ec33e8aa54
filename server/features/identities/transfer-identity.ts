import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import { endSession } from '#server/features/sessions/sessions.ts';
import {
  attachIdentity,
  findIdentityOwner,
  isKnownOnlyToGame,
  type ScopedIdentity,
} from '#server/features/sign-in/scoped-identities.ts';
import type { NotifyIdentityChange } from '#server/features/sign-in/notify-identity-change.ts';

/**
 * Also moves the game of the previous account, unless the new account has that game. An identity in a game's scope is
 * taken only from an account that only the game knows.
 */
export async function transferIdentity(
  trx: Transaction<Tables>,
  identity: ScopedIdentity,
  {
    game,
    accountId,
    notifyIdentityChange,
  }: { game: string; accountId: string; notifyIdentityChange: NotifyIdentityChange },
): Promise<void> {
  const owner = await findIdentityOwner(trx, identity);
  if (owner?.accountId === accountId) return;
  if (!owner) {
    const { identityId, change } = await attachIdentity(trx, accountId, identity);
    return notifyIdentityChange(trx, accountId, { change, identityId, ...identity });
  }
  if (identity.scope !== undefined && !(await isKnownOnlyToGame(trx, owner.accountId, identity.scope)))
    throw new Problem(
      'IdentityTaken',
      'This identity belongs to an account with other games. Merge the accounts instead.',
    );
  const playing = await trx
    .selectFrom('connected_games')
    .select('account_id')
    .where('account_id', 'in', [accountId, owner.accountId])
    .where('game', '=', game)
    .execute();
  if (playing.length > 1)
    throw new Problem('IdentityTaken', 'Both accounts play this game. Merge the accounts instead.');
  await trx
    .updateTable('connected_games')
    .set({ account_id: accountId })
    .where('account_id', '=', owner.accountId)
    .where('game', '=', game)
    .execute();
  await trx
    .updateTable('social_identities')
    .set({ account_id: accountId, last_used_at: sql`now()` })
    .where('identity_id', '=', owner.identityId)
    .execute();
  await trx
    .updateTable('refresh_tokens')
    .set({ revoked_at: sql`now()` })
    .where('account_id', '=', owner.accountId)
    .where('game', '=', game)
    .where('revoked_at', 'is', null)
    .execute();
  const begunByIt = await trx
    .selectFrom('sessions')
    .select('session_id')
    .where('account_id', '=', owner.accountId)
    .where((session) => session.or([session('identity_id', '=', owner.identityId), session('game', '=', game)]))
    .where('revoked_at', 'is', null)
    .execute();
  for (const { session_id } of begunByIt) await endSession(trx, session_id);
  await notifyIdentityChange(trx, accountId, { change: 'added', ...identity, identityId: owner.identityId });
}
