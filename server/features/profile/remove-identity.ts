import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { endSession, type Session } from '#server/features/sessions/sessions.ts';
import type { ScopedIdentity } from '#server/features/sign-in/scoped-identities.ts';
import type { NotifyIdentityChange } from '#server/features/sign-in/notify-identity-change.ts';

export interface IdentityRemoval {
  readonly accountId: string;
  readonly identity: ScopedIdentity;
  /** The session that removes it stays. */
  readonly sessionId?: string;
  /** Also if the player can't sign in to the account afterwards. */
  readonly evenIfLast?: boolean;
}

/** Other sessions that it opened end, because the player may be locking out an intruder. */
export const removeIdentity = (
  deps: { readonly database: Database; readonly notifyIdentityChange: NotifyIdentityChange },
  { accountId, sessionId }: Session,
  identity: ScopedIdentity,
): Promise<void> =>
  deps.database.transaction((trx) =>
    removeIdentityIn(trx, deps.notifyIdentityChange, { accountId, sessionId, identity }),
  );

export async function removeIdentityIn(
  trx: Transaction<Tables>,
  notifyIdentityChange: NotifyIdentityChange,
  { accountId, identity, sessionId, evenIfLast = false }: IdentityRemoval,
): Promise<void> {
  const removed = await remove(trx, accountId, { ...identity, evenIfLast });
  const former = await forgetAddress(trx, accountId, identity, removed.isOldest);
  await notifyIdentityChange(
    trx,
    accountId,
    { change: 'removed', ...identity, identityId: removed.identityId },
    former,
  );
  const begunByIt = await trx
    .selectFrom('sessions')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where((begun) =>
      begun.or([
        begun('identity_id', '=', removed.identityId),
        // Older sessions only have the identity's type.
        begun.and([begun('identity_id', 'is', null), begun('begun_by', '=', identity.type)]),
      ]),
    )
    .$if(sessionId !== undefined, (query) => query.where('session_id', '<>', sessionId ?? ''))
    .where('revoked_at', 'is', null)
    .execute();
  for (const { session_id } of begunByIt) await endSession(trx, session_id);
}

interface Removed {
  readonly identityId: string;
  /** Whether all remaining sign-in methods are newer. */
  readonly isOldest: boolean;
}

/**
 * Locks all identities of the account in order, so that of two concurrent removals the second sees the first. The last
 * method that signs in to the whole account stays.
 */
async function remove(
  trx: Transaction<Tables>,
  accountId: string,
  { type, externalId, scope, evenIfLast }: ScopedIdentity & { readonly evenIfLast: boolean },
): Promise<Removed> {
  const { rows } = await sql<{ known: boolean; identity_id: string | null; is_oldest: boolean }>`
    with own as (
      select identity_id, created_at, game is null and confirmed as is_whole,
        type = ${type} and external_id = ${externalId} and game is not distinct from ${scope ?? null} as is_meant
      from social_identities where account_id = ${accountId}
      order by identity_id for update
    ), removed as (
      delete from social_identities s using own
      where s.identity_id = own.identity_id and own.is_meant
        and (not own.is_whole or ${evenIfLast} or (select count(*) from own where is_whole) > 1)
      returning s.identity_id, s.created_at
    )
    select exists (select from own where is_meant) as known,
      (select identity_id from removed limit 1) as identity_id,
      not exists (
        select from own, removed
        where own.is_whole and not own.is_meant and own.created_at < removed.created_at
      ) as is_oldest`.execute(trx);
  const [row] = rows;
  if (!row?.known) throw new Problem('UnknownIdentity');
  if (row.identity_id === null) throw new Problem('LastIdentity');
  return { identityId: row.identity_id, isOldest: row.is_oldest };
}

/**
 * Another verified address replaces a removed one. Returns the oldest address, which is notified: a newer one may
 * belong to an intruder.
 */
async function forgetAddress(
  trx: Transaction<Tables>,
  accountId: string,
  { type, externalId, scope }: ScopedIdentity,
  isOldest: boolean,
): Promise<string | undefined> {
  if (type !== 'Email' || scope !== undefined) return undefined;
  await sql`
    update accounts set (email, email_validated) = (
      select max(external_id), count(*) > 0 from social_identities
      where account_id = ${accountId} and type = ${type} and game is null and confirmed
    )
    where account_id = ${accountId} and email = ${externalId}`.execute(trx);
  return isOldest ? externalId : undefined;
}
