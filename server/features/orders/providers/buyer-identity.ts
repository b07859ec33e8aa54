// The buyer's identities at a platform that handles payments itself, as proved by that platform.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { LoadedProvider } from './load-providers.ts';

export async function findBuyerExternalId(
  db: Kysely<Tables>,
  provider: LoadedProvider,
  accountId: string | null,
): Promise<string | undefined> {
  const { identityTypes } = provider.manifest;
  if (provider.family !== 'platforms' || identityTypes.length === 0) return undefined;
  const row = await db
    .selectFrom('social_identities')
    .select('external_id')
    .where('account_id', '=', accountId)
    .where('type', 'in', identityTypes)
    .where('confirmed', 'is', true)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row?.external_id;
}

export async function isBuyerIdentity(
  db: Kysely<Tables>,
  { manifest: { identityTypes } }: LoadedProvider,
  accountId: string | null,
  payerId: string,
): Promise<boolean> {
  if (identityTypes.length === 0) return false;
  const row = await db
    .selectFrom('social_identities')
    .select('account_id')
    .where('type', 'in', identityTypes)
    .where('external_id', '=', payerId)
    .where('confirmed', 'is', true)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}
