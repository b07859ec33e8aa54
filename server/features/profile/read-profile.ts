// Reads what the profile, a running game and the settings show of an account, from memory. What changes with each visit,
// such as devices, is in read-account.ts.
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import type { Tables } from '#server/db/tables.ts';

const maxProfiles = 50_000;

export interface ProfileRow {
  account_id: string;
  name: string;
  email: string | null;
  email_validated: boolean;
  guest: boolean;
  marketing_enabled: boolean;
  locale: string;
  geo_country: string | null;
  features: string[];
  games: { game: string; game_uid: string }[];
  /** Only confirmed ones. */
  identities: { type: string; external_id: string }[];
}

export const profileColumns = [
  'accounts.account_id',
  'accounts.name',
  'accounts.email',
  'accounts.email_validated',
  'accounts.guest',
  'accounts.marketing_enabled',
  'accounts.locale',
  'accounts.geo_country',
  'accounts.features',
] as const;

export function createProfileReader(
  database: Database,
  memory: ReadCacheDeps,
): (accountId: string) => Promise<ProfileRow | undefined> {
  const profile = database.prepareRead(
    compileStatement<{ accountId: string }, ProfileRow>(({ accountId }) =>
      buildProfileStatement(database.kysely, accountId),
    ),
  );
  const options = { name: 'profiles', topics: ['account'], maxRows: maxProfiles };
  return createReadCache(options, memory, async (accountId) => (await profile({ accountId }))[0]);
}

/** Merged accounts are excluded. */
export function buildProfileStatement(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('accounts')
    .select(profileColumns)
    .select((account) => [
      jsonArrayFrom(
        account
          .selectFrom('connected_games')
          .select(['connected_games.game', 'connected_games.game_uid'])
          .whereRef('connected_games.account_id', '=', 'accounts.account_id')
          .orderBy('connected_games.connected_at')
          .orderBy('connected_games.game'),
      ).as('games'),
      jsonArrayFrom(
        account
          .selectFrom('social_identities')
          .select(['social_identities.type', 'social_identities.external_id'])
          .whereRef('social_identities.account_id', '=', 'accounts.account_id')
          .where('social_identities.confirmed', 'is', true)
          .orderBy('social_identities.created_at')
          .orderBy('social_identities.type')
          .orderBy('social_identities.external_id'),
      ).as('identities'),
    ])
    .where('accounts.account_id', '=', accountId)
    .where('accounts.merged_into', 'is', null);
}
