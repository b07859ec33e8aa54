// Operators' word lists: one for the portal, and one per game.
import { sql } from 'kysely';
import { Type } from 'typebox';
import { text } from '#model/schema.ts';
import type { Database } from '#server/db/database.ts';

/** Words, or phrases with spaces. */
export const WordList = Type.Array(text(60, { pattern: '\\S' }), { maxItems: 5000 });

export async function saveWordList(
  { kysely }: Pick<Database, 'kysely'>,
  words: readonly string[],
  game: string | undefined,
): Promise<void> {
  const changed = { words: [...words], updated_at: sql<Date>`now()` };
  await kysely
    .insertInto('word_lists')
    .values({ game: game ?? null, ...changed })
    .onConflict((conflict) => conflict.column('game').doUpdateSet(changed))
    .execute();
}

export async function removeWordList({ kysely }: Pick<Database, 'kysely'>, game: string | undefined): Promise<boolean> {
  const { numDeletedRows } = await kysely
    .deleteFrom('word_lists')
    .where((eb) => (game === undefined ? eb('game', 'is', null) : eb('game', '=', game)))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
