import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { ListedPlayer } from '#contract/console/players.ts';
import type { Database } from '#server/db/database.ts';
import type { FoundPlayer } from './find-players.ts';

export interface PlayerFilter {
  readonly isGuest?: boolean | undefined;
  readonly isBlocked?: boolean | undefined;
  readonly country?: string | undefined;
  readonly createdSince?: string | undefined;
  readonly beforeAccountId?: string | undefined;
}

/** Newest first. The page starts behind `beforeAccountId`. */
export async function listPlayers(
  { kysely }: Pick<Database, 'kysely'>,
  { isGuest, isBlocked, country, createdSince, beforeAccountId }: PlayerFilter,
  limit: number,
): Promise<FoundPlayer[]> {
  const conditions = [
    sql`merged_into is null`,
    ...(isGuest === undefined ? [] : [sql`guest = ${isGuest}`]),
    ...(isBlocked === undefined ? [] : [isBlocked ? sql`blocked_at is not null` : sql`blocked_at is null`]),
    ...(country === undefined ? [] : [sql`geo_country = ${country}`]),
    ...(createdSince === undefined ? [] : [sql`created_at >= ${createdSince}::timestamptz`]),
    ...(beforeAccountId === undefined
      ? []
      : [
          sql`(created_at, account_id) <
            (select created_at, account_id from accounts where account_id = ${beforeAccountId}::uuid)`,
        ]),
  ];
  const { rows } = await sql<FoundPlayer>`
    select account_id, name, email, guest, geo_country, created_at, blocked_at, blocked_until, delete_after, merged_into,
      features
    from accounts where ${sql.join(conditions, sql` and `)}
    order by created_at desc, account_id desc limit ${limit}`.execute(kysely);
  return rows;
}

export const describePlayer = (player: Omit<FoundPlayer, 'merged_into' | 'features'>): Static<typeof ListedPlayer> => ({
  AccountId: player.account_id,
  Name: player.name,
  ...(player.email !== null && { Email: player.email }),
  IsGuest: player.guest,
  ...(player.geo_country !== null && { Country: player.geo_country }),
  CreatedAt: player.created_at.toISOString(),
  ...(player.blocked_at !== null && { BlockedAt: player.blocked_at.toISOString() }),
  ...(player.blocked_until !== null && { BlockedUntil: player.blocked_until.toISOString() }),
  ...(player.delete_after !== null && { DeleteAfter: player.delete_after.toISOString() }),
});
