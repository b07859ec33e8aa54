import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { endSessionIn, type Session } from '#server/features/sessions/sessions.ts';

export interface Identity {
  readonly type: string;
  readonly externalId: string;
}

/**
 * Takes a way to sign in off the account of a session. Other sessions that began by this type end: who removes an identity
 * because somebody else has got hold of it wants him out.
 */
export async function removeIdentity(database: Database, session: Session, identity: Identity): Promise<void> {
  await database.transaction(async (trx) => {
    const outcome = await remove(trx, session.accountId, identity);
    if (outcome === 'unknown') throw new Problem('UnknownIdentity');
    if (outcome === 'last') throw new Problem('LastIdentity');
    await forgetAddress(trx, session.accountId, identity);
    const begunByIt = await trx
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', session.accountId)
      .where('begun_by', '=', identity.type)
      .where('session_id', '<>', session.sessionId)
      .where('revoked_at', 'is', null)
      .execute();
    for (const { session_id } of begunByIt) await endSessionIn(trx, session_id);
  });
}

/**
 * One statement decides. It locks all identities of the account, in order: of two removals at once the second waits and then
 * no longer sees what the first has removed.
 */
async function remove(
  trx: Transaction<Tables>,
  accountId: string,
  { type, externalId }: Identity,
): Promise<'removed' | 'last' | 'unknown'> {
  const { rows } = await sql<{ known: boolean; removed: boolean }>`
    with own as (
      select type, external_id from social_identities where account_id = ${accountId}
      order by type, external_id for update
    ), removed as (
      delete from social_identities s using own
      where s.type = own.type and s.external_id = own.external_id
        and own.type = ${type} and own.external_id = ${externalId}
        and (select count(*) from own) > 1
      returning s.type
    )
    select exists (select from own where type = ${type} and external_id = ${externalId}) as known,
      exists (select from removed) as removed`.execute(trx);
  const [row] = rows;
  if (!row?.known) return 'unknown';
  return row.removed ? 'removed' : 'last';
}

/** An address that was removed gets no more mail: another proved one takes its place, or none. */
async function forgetAddress(
  trx: Transaction<Tables>,
  accountId: string,
  { type, externalId }: Identity,
): Promise<void> {
  await sql`
    update accounts set (email, email_validated) = (
      select max(external_id), count(*) > 0 from social_identities where account_id = ${accountId} and type = ${type}
    )
    where account_id = ${accountId} and email = ${externalId}`.execute(trx);
}
