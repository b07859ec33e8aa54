// The rows of `leaderboards`: one for each period of a declared leaderboard, added with its first score.
import { sql, type Transaction } from 'kysely';
import type { Leaderboard } from '#model/leaderboard.ts';
import { maxPastPeriods, type LeaderboardPeriodSpan } from '#model/leaderboard-periods.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';

export type FindBoardId = (game: string, board: Leaderboard, period: string) => Promise<number | undefined>;

export function createBoardFinder(database: Database): FindBoardId {
  const find = database.prepareRead(findBoard);
  return async (game, { Id, Ascending }, period) =>
    (await find({ game, leaderboard: Id, period, isAscending: Ascending }))[0]?.board_id;
}

const findBoard = defineStatement<
  { game: string; leaderboard: string; period: string; isAscending: boolean },
  { board_id: number }
>(
  ({ game, leaderboard, period, isAscending }) => `
    select board_id from leaderboards
    where game = ${game} and leaderboard = ${leaderboard} and period = ${period} and is_ascending = ${isAscending}`,
);

/** The boards of these periods, in the same order. Adds those that don't exist. */
export async function addBoards(
  trx: Transaction<Tables>,
  game: string,
  { Id, Ascending }: Leaderboard,
  spans: readonly LeaderboardPeriodSpan[],
): Promise<number[]> {
  const read = async (): Promise<(number | undefined)[]> => {
    const { rows } = await sql<{ board_id: number; period: string }>`
      select board_id, period from leaderboards
      where game = ${game} and leaderboard = ${Id} and is_ascending = ${Ascending}
        and period = any(${spans.map(({ key }) => key)}::text[])`.execute(trx);
    return spans.map(({ key }) => rows.find(({ period }) => period === key)?.board_id);
  };
  const known = await read();
  const missing = spans.filter((_, at) => known[at] === undefined);
  if (missing.length === 0) return known.filter((id) => id !== undefined);
  await trx
    .insertInto('leaderboards')
    .values(
      missing.map((span) => ({
        game,
        leaderboard: Id,
        period: span.key,
        is_ascending: Ascending,
        delete_after: findDeletionTime(span),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read()).filter((id) => id !== undefined);
}

/** Seasons stay as long as the game. */
function findDeletionTime({ period, startsAt, endsAt }: LeaderboardPeriodSpan): Date | null {
  if ((period !== 'Daily' && period !== 'Weekly') || !startsAt || !endsAt) return null;
  return new Date(endsAt.getTime() + (maxPastPeriods[period] + 1) * (endsAt.getTime() - startsAt.getTime()));
}
