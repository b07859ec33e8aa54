import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** For commands that are given the name of a game. It need not be published. */
export async function requireGame(db: Kysely<Tables>, game: string): Promise<void> {
  const row = await db.selectFrom('games').select('game').where('game', '=', game).executeTakeFirst();
  if (!row) throw new Error(`There is no game ${game}.`);
}
