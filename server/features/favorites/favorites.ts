import { sql, type Kysely } from 'kysely';
import { buildUnmergedAccountSql } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';

/** Newest first, without hidden games. */
export async function readFavorites(
  db: Kysely<Tables>,
  accountId: string,
  game: string | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('favorites')
    .innerJoin('games', 'games.game', 'favorites.game')
    .select('favorites.game')
    .where('account_id', '=', accountId)
    .where('published', 'is', true)
    .$if(game !== undefined, (query) => query.where('favorites.game', '=', game ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('favorites.game')
    .execute();
  return rows.map((row) => row.game);
}

export type AddFavoriteResult = 'added' | 'was there' | 'no such account';

export async function addFavorite(db: Kysely<Tables>, accountId: string, game: string): Promise<AddFavoriteResult> {
  const { rows } = await sql<{ is_added: boolean }>`
    with player as (${buildUnmergedAccountSql(accountId)}), added as (
      insert into favorites (account_id, game) select account_id, ${game} from player
      on conflict do nothing returning 1
    )
    select exists (select from added) as is_added from player`.execute(db);
  const [player] = rows;
  if (!player) return 'no such account';
  return player.is_added ? 'added' : 'was there';
}

export async function removeFavorite(db: Kysely<Tables>, accountId: string, game: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favorites')
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
