import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import { defineStatement } from './define-statement.ts';
import type { Tables } from './tables.ts';

/** Throws UnknownGame if it does not exist. Accepts unpublished games; for published ones use `createGamesReader`. */
export async function requireGame(db: Kysely<Tables>, game: string): Promise<void> {
  const [row] = await gameStatement(db, { game });
  if (!row) throw buildUnknownGameProblem(game);
}

const gameStatement = defineStatement<{ game: string }, { game: string }>(
  ({ game }) => `select game from games where game = ${game}`,
);

export const buildUnknownGameProblem = (game: string): Problem =>
  new Problem('UnknownGame', `No game is named ${game}.`);
