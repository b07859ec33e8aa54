import { sql, type Transaction } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Tables } from '#server/db/tables.ts';

/** A new game is listed last. */
export async function saveGame(trx: Transaction<Tables>, game: string, config: PublicGameConfig): Promise<void> {
  const text = JSON.stringify(config);
  await trx
    .insertInto('games')
    .values({
      game,
      config: text,
      position: sql<number>`(select coalesce(max(position), -1) + 1 from games)`,
    })
    .onConflict((conflict) => conflict.column('game').doUpdateSet({ config: text, updated_at: sql`now()` }))
    .execute();
}

export async function readStoredGameConfig(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  game: string,
): Promise<PublicGameConfig | undefined> {
  const row = await db.selectFrom('games').select('config').where('game', '=', game).executeTakeFirst();
  return row?.config;
}
