// Reads the account with its games, sign-in methods, devices and merges in one query. Not cached: a signal for each visit
// would cost more than the query.
import { sql, type Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import { isActiveSessionSql } from '#server/features/sessions/sessions.ts';
import { listUndoableMerges } from '#server/features/merging/undoable-merges.ts';
import { profileColumns, type ProfileRow } from './read-profile.ts';

/** Times inside lists are strings, because PostgreSQL returns them as JSON. */
interface PlayedGameRow {
  game: string;
  game_uid: string;
  connected_at: string;
  last_played_at: string | null;
  email_shared: boolean;
}

export interface IdentityRow {
  type: string;
  external_id: string;
  game: string | null;
  confirmed: boolean;
  created_at: string;
  last_used_at: string | null;
}

export interface OverviewRow extends Omit<ProfileRow, 'games' | 'identities'> {
  delete_after: Date | null;
  games: PlayedGameRow[];
  identities: IdentityRow[];
  devices: DeviceRow[];
  merges: { merge_id: string; name: string; merged_at: string; undo_until: string }[];
}

export interface DeviceRow {
  session_id: string;
  user_agent: string;
  network: string;
  country: string | null;
  created_at: string;
  last_seen_at: string;
  begun_by: string;
  game: string | null;
  platform: string | null;
  handed: boolean;
}

export function createOverviewReader(database: Database): (accountId: string) => Promise<OverviewRow | undefined> {
  const overview = database.prepareRead(
    compileStatement<OneAccount, OverviewRow>(({ accountId }) => overviewStatement(database.kysely, accountId)),
  );
  return async (accountId) => (await overview({ accountId }))[0];
}

interface OneAccount {
  readonly accountId: string;
}

/** Merged accounts are excluded. */
function overviewStatement(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('accounts')
    .select(profileColumns)
    .select((account) => [
      'accounts.delete_after',
      jsonArrayFrom(
        account
          .selectFrom('connected_games')
          .select(['connected_games.game', 'game_uid', 'connected_at', 'last_played_at', 'email_shared'])
          .whereRef('connected_games.account_id', '=', 'accounts.account_id')
          .orderBy('connected_at')
          .orderBy('connected_games.game'),
      ).as('games'),
      jsonArrayFrom(
        account
          .selectFrom('social_identities')
          .select(['type', 'external_id', 'social_identities.game', 'confirmed', 'created_at', 'last_used_at'])
          .whereRef('social_identities.account_id', '=', 'accounts.account_id')
          .orderBy('created_at')
          .orderBy('type')
          .orderBy('external_id'),
      ).as('identities'),
      jsonArrayFrom(
        account
          .selectFrom('sessions')
          .select([
            'session_id',
            'user_agent',
            'network',
            'country',
            'created_at',
            'last_seen_at',
            'begun_by',
            'sessions.game',
            'platform',
            'handed',
          ])
          .whereRef('sessions.account_id', '=', 'accounts.account_id')
          .where(isActiveSessionSql)
          .orderBy('last_seen_at', 'desc')
          .orderBy('session_id'),
      ).as('devices'),
      jsonArrayFrom(
        listUndoableMerges(db)
          .innerJoin('accounts as shell', 'shell.account_id', 'merges.from_account_id')
          .select(['merges.merge_id', 'shell.name', 'merges.merged_at', 'merges.undo_until'])
          .where('merges.into_account_id', '=', sql.ref<string>('accounts.account_id')),
      ).as('merges'),
    ])
    .where('accounts.account_id', '=', accountId)
    .where('accounts.merged_into', 'is', null);
}
