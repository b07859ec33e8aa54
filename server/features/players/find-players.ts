import { sql } from 'kysely';
import { parseUuid } from '#model/parse-uuid.ts';
import type { Database } from '#server/db/database.ts';

export interface FoundPlayer {
  readonly account_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly guest: boolean;
  readonly geo_country: string | null;
  readonly created_at: Date;
  readonly blocked_at: Date | null;
  readonly blocked_until: Date | null;
  readonly delete_after: Date | null;
  readonly merged_into: string | null;
  readonly features: string[];
}

/**
 * Finds players by account id, email, name, identity id, `type:id`, or a game's id for them, ignoring case. A union,
 * because each lookup has its own index.
 */
export async function findPlayers({ kysely }: Database, wanted: string, most = 50): Promise<FoundPlayer[]> {
  const text = wanted.trim();
  const accountId = parseUuid(text) ?? null;
  const [type = '', ...rest] = text.split(':');
  const { rows } = await sql<FoundPlayer>`
    select account_id, name, email, guest, geo_country, created_at, blocked_at, blocked_until, delete_after, merged_into, features
    from accounts
    where account_id in (
      select ${accountId}::uuid
      union select account_id from accounts where lower(email) = lower(${text})
      union select account_id from accounts where lower(name) = lower(${text})
      union select account_id from social_identities where lower(external_id) = lower(${text})
      union select account_id from social_identities
        where lower(external_id) = lower(${rest.join(':')}) and lower(type) = lower(${type})
      union select account_id from connected_games where lower(game_uid) = lower(${text})
    )
    order by created_at
    limit ${most}`.execute(kysely);
  return rows;
}
