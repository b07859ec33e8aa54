import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** Whether the game has no server and its page receives the purchases. */
export async function hasPagePurchases(db: Kysely<Tables>, game: string): Promise<boolean> {
  const found = await db
    .selectFrom('games')
    .select('game')
    .where('game', '=', game)
    .where(sql<boolean>`config ->> 'PurchasesIn' = 'Page'`)
    .executeTakeFirst();
  return found !== undefined;
}
