import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from './tables.ts';

/** Throws UnknownGame where there is none of this name; it need not be published. For published ones see `createGamesReader`. */
export async function requireGame(db: Kysely<Tables>, game: string): Promise<void> {
  const row = await db.selectFrom('games').select('game').where('game', '=', game).executeTakeFirst();
  if (!row) throw unknownGame(game);
}

export const unknownGame = (game: string): Problem => new Problem('UnknownGame', `No game is named ${game}.`);
