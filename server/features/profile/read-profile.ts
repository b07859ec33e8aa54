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
  locale: string;
  games: { game: string; game_uid: string }[];
  identities: { type: string; external_id: string }[];
}

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

export function buildProfileStatement(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('accounts')
    .select((account) => [
      'accounts.account_id',
      'accounts.name',
      'accounts.email',
      'accounts.locale',
      jsonArrayFrom(
        account
          .selectFrom('connected_games')
          .select(['connected_games.game', 'connected_games.game_uid'])
          .whereRef('connected_games.account_id', '=', 'accounts.account_id')
          .orderBy('connected_games.connected_at'),
      ).as('games'),
      jsonArrayFrom(
        account
          .selectFrom('social_identities')
          .select(['social_identities.type', 'social_identities.external_id'])
          .whereRef('social_identities.account_id', '=', 'accounts.account_id')
          .where('social_identities.confirmed', 'is', true)
          .orderBy('social_identities.created_at'),
      ).as('identities'),
    ])
    .where('accounts.account_id', '=', accountId);
}
