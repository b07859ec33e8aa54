// Identities by the scope in which they were proved. An unconfirmed identity finds no account.
import { sql, type Kysely, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { ProvedIdentity } from '#model/proof.ts';
import type { Tables } from '#server/db/tables.ts';

/** The game in whose scope an identity counts; undefined for the portal. */
export type IdentityScope = string | undefined;

export interface ScopedIdentity extends ProvedIdentity {
  readonly scope: IdentityScope;
}

export interface IdentityOwner {
  readonly accountId: string;
  readonly identityId: string;
}

export async function findIdentityOwner(
  db: Kysely<Tables>,
  { type, externalId, scope }: ScopedIdentity,
): Promise<IdentityOwner | undefined> {
  return db
    .selectFrom('social_identities')
    .select(['account_id as accountId', 'identity_id as identityId'])
    .where('type', '=', type)
    .where('external_id', '=', externalId)
    .where(buildIdentityScopeSql(scope))
    .where('confirmed', 'is', true)
    .executeTakeFirst();
}

/**
 * A suspended identity of the account can sign in again. If another account adds it concurrently, nothing happens and
 * the next attempt finds the owner.
 */
export async function attachIdentity(
  trx: Transaction<Tables>,
  accountId: string,
  { type, externalId, scope }: ScopedIdentity,
): Promise<{ readonly identityId: string; readonly change: 'added' | 'confirmed' }> {
  const waiting = await trx
    .updateTable('social_identities')
    .set({ confirmed: true, last_used_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('external_id', '=', externalId)
    .where(buildIdentityScopeSql(scope))
    .where('confirmed', 'is', false)
    .returning('identity_id')
    .executeTakeFirst();
  if (waiting) return { identityId: waiting.identity_id, change: 'confirmed' };
  const added = await trx
    .insertInto('social_identities')
    .values({
      type,
      external_id: externalId,
      game: scope ?? null,
      account_id: accountId,
      last_used_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('identity_id')
    .executeTakeFirst();
  if (!added) throw new Problem('Conflict');
  return { identityId: added.identity_id, change: 'added' };
}

/** All its identities are in that game's scope, and it has no other game. */
export async function isKnownOnlyToGame(trx: Kysely<Tables>, accountId: string, game: string): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select not exists (
        select from social_identities where account_id = ${accountId} and game is distinct from ${game}
      ) and not exists (
        select from connected_games where account_id = ${accountId} and game <> ${game}
      ) as only`.execute(trx);
  return rows[0]?.only === true;
}

/** It has only the identity created for it, in one scope. */
export async function isUnprovedGuest(
  db: Kysely<Tables>,
  accountId: string,
  { type, scope }: { readonly type: string; readonly scope: IdentityScope },
): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select guest and merged_into is null and exists (
        select from social_identities
        where account_id = ${accountId} and type = ${type} and confirmed and ${buildIdentityScopeSql(scope)}
      ) and not exists (
        select from social_identities
        where account_id = ${accountId} and not (type = ${type} and ${buildIdentityScopeSql(scope)})
      ) as only
    from accounts where account_id = ${accountId}`.execute(db);
  return rows[0]?.only === true;
}

export const buildIdentityScopeSql = (scope: IdentityScope) =>
  sql<boolean>`social_identities.game is not distinct from ${scope ?? null}`;
