import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';

/** Throws UnknownGame where there is none of this name. */
export async function requireGame({ kysely }: Database, game: string): Promise<void> {
  const found = await kysely.selectFrom('games').select('game').where('game', '=', game).executeTakeFirst();
  if (!found) throw new Problem('UnknownGame');
}
