import type { PublicGameConfig } from '#contract/config.ts';
import type { Leaderboard, LeaderboardPeriod } from '#model/leaderboard.ts';
import {
  findLeaderboardPeriod,
  listLeaderboardPeriods,
  type LeaderboardPeriodSpan,
} from '#model/leaderboard-periods.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { buildUnknownGameProblem } from '#server/db/require-game.ts';

/** Reads only one leaderboard of a published game, because its configuration is large. */
export function createLeaderboardReader(database: Database): (game: string, id: string) => Promise<Leaderboard> {
  const read = database.prepareRead(findDeclaredBoard);
  return async (game, id) => {
    const [row] = await read({ game, id });
    if (!row) throw buildUnknownGameProblem(game);
    if (!row.board) throw new Problem('UnknownLeaderboard');
    return row.board;
  };
}

const findDeclaredBoard = defineStatement<{ game: string; id: string }, { board: Leaderboard | null }>(
  ({ game, id }) => `
    select (
      select board from jsonb_array_elements(config -> 'Leaderboards') as board where board ->> 'Id' = ${id} limit 1
    ) as board
    from games where game = ${game} and published`,
);

export function requireLeaderboard({ Leaderboards }: Pick<PublicGameConfig, 'Leaderboards'>, id: string): Leaderboard {
  const board = Leaderboards.find(({ Id }) => Id === id);
  if (!board) throw new Problem('UnknownLeaderboard');
  return board;
}

export function requirePeriod(
  board: Leaderboard,
  asked: { readonly period: LeaderboardPeriod | undefined; readonly ago: number | undefined },
  now: Date,
): LeaderboardPeriodSpan {
  const [first] = listLeaderboardPeriods(board);
  const period = asked.period ?? first;
  const span = period && findLeaderboardPeriod(board, { period, ago: asked.ago ?? 0 }, now);
  if (!span) throw new Problem('UnknownLeaderboard');
  return span;
}
