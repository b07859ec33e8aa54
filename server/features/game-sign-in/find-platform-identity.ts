import { sql, type Kysely } from 'kysely';
import type { ProvedIdentity } from '#model/proof.ts';
import type { PlatformManifest } from '#platforms/port.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { buildIdentityScopeSql, type IdentityScope } from '#server/features/sign-in/scoped-identities.ts';

/** The identity that started the session, otherwise the one used last. */
export async function findPlatformIdentity(
  db: Kysely<Tables>,
  { identityTypes }: Pick<PlatformManifest, 'identityTypes'>,
  { accountId, identityId, scope }: Pick<Session, 'accountId' | 'identityId'> & { readonly scope: IdentityScope },
): Promise<ProvedIdentity | undefined> {
  if (identityTypes.length === 0) return undefined;
  return db
    .selectFrom('social_identities')
    .select(['type', 'external_id as externalId'])
    .where('account_id', '=', accountId)
    .where('type', 'in', identityTypes)
    .where(buildIdentityScopeSql(scope))
    .where('confirmed', 'is', true)
    .orderBy(sql`identity_id is not distinct from ${identityId ?? null}`, 'desc')
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .executeTakeFirst();
}
