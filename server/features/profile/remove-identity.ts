import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { endSessionIn, type Session } from '#server/features/sessions/sessions.ts';
import type { ScopedIdentity } from '#server/features/sign-in/identities-of.ts';
import type { TellOfChange } from '#server/features/sign-in/tell-of-change.ts';

/**
 * Takes a way to sign in off the account of a session. Other sessions that began by it end: who removes an identity because
 * somebody else has got hold of it wants him out.
 */
export async function removeIdentity(
  { database, notifyOfChange }: { readonly database: Database; readonly notifyOfChange: TellOfChange },
  session: Session,
  identity: ScopedIdentity,
): Promise<void> {
  const { accountId } = session;
  await database.transaction(async (trx) => {
    const removed = await remove(trx, accountId, identity);
    const former = await forgetAddress(trx, accountId, identity, removed.isOldest);
    await notifyOfChange(trx, accountId, { change: 'removed', ...identity, identityId: removed.identityId }, former);
    const begunByIt = await trx
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', accountId)
      .where((begun) =>
        begun.or([
          begun('identity_id', '=', removed.identityId),
          // Of sessions from before it was noted by which identity they began, only the type is known.
          begun.and([begun('identity_id', 'is', null), begun('begun_by', '=', identity.type)]),
        ]),
      )
      .where('session_id', '<>', session.sessionId)
      .where('revoked_at', 'is', null)
      .execute();
    for (const { session_id } of begunByIt) await endSessionIn(trx, session_id);
  });
}

interface Removed {
  readonly identityId: string;
  /** Whether no way to sign in that is left is as old. */
  readonly isOldest: boolean;
}

/**
 * One statement decides. It locks all identities of the account, in order: of two removals at once the second waits and then
 * no longer sees what the first has removed. The last one that signs in to the whole account stays.
 */
async function remove(
  trx: Transaction<Tables>,
  accountId: string,
  { type, externalId, scope }: ScopedIdentity,
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
        and (not own.is_whole or (select count(*) from own where is_whole) > 1)
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
 * An address that was removed gets no more mail: another proved one takes its place, or none. Gives the address that has to be
 * told nevertheless: the one that was there first. A younger one may be that of whom the owner wants to be rid.
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
