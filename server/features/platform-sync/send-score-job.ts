import type { Kysely } from 'kysely';
import { GameName } from '#model/game.ts';
import { LeaderboardId } from '#model/leaderboard.ts';
import { findOpenLeaderboardPeriods } from '#model/leaderboard-periods.ts';
import { object, text, uuid } from '#model/schema.ts';
import type { Tables } from '#server/db/tables.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { sendToPlatform, type SendToPlatformDeps } from './send-to-platform.ts';

const ScoreToSend = object({ accountId: uuid, game: GameName, leaderboard: LeaderboardId, platform: text(40) });

export type SendScoreJob = ReturnType<typeof defineSendScoreJob>;

export function defineSendScoreJob(deps: SendToPlatformDeps) {
  const { readGameOrHidden } = createGamesReader(deps.database);
  return defineJob({
    name: 'platform-score',
    schema: ScoreToSend,
    retryLimit: 16,
    run: (data) =>
      sendToPlatform(deps, data, async ({ platform, leaderboards }, externalId, host) => {
        const name = leaderboards[data.leaderboard];
        const board = (await readGameOrHidden(data.game))?.config.Leaderboards.find(
          ({ Id }) => Id === data.leaderboard,
        );
        const [period] = board ? findOpenLeaderboardPeriods(board, deps.now()) : [];
        if (name === undefined || !board || !period) return undefined;
        const entry = await readListedEntry(deps.database.kysely, {
          ...data,
          period: period.key,
          isAscending: board.Ascending,
        });
        if (!entry) return undefined;
        const score = { externalId, leaderboard: name, score: entry.score, reachedAt: entry.reached_at };
        return platform.adapter.leaderboards?.setScore(score, host);
      }),
  });
}

/** Undefined: the entry is hidden or was removed, or the period has ended. */
const readListedEntry = (
  db: Kysely<Tables>,
  board: { accountId: string; game: string; leaderboard: string; period: string; isAscending: boolean },
) =>
  db
    .selectFrom('leaderboard_entries as entry')
    .innerJoin('leaderboards as board', 'board.board_id', 'entry.board_id')
    .select(['entry.score', 'entry.reached_at'])
    .where('board.game', '=', board.game)
    .where('board.leaderboard', '=', board.leaderboard)
    .where('board.period', '=', board.period)
    .where('board.is_ascending', '=', board.isAscending)
    .where('entry.account_id', '=', board.accountId)
    .where('entry.is_listed', 'is', true)
    .executeTakeFirst();
