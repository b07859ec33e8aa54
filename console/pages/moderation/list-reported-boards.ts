import type { Static } from 'typebox';
import type { ReportedPlayer } from '#contract/console/moderation.ts';

export interface ReportedBoard {
  readonly Game: string;
  readonly Leaderboard: string;
}

/** The leaderboards on which the player was reported for cheating, each once. */
export function listReportedBoards(latest: Static<typeof ReportedPlayer>['Latest']): readonly ReportedBoard[] {
  const boards = new Map<string, ReportedBoard>();
  for (const { Reason, Game, Leaderboard } of latest)
    if (Reason === 'Cheating' && Game !== undefined && Leaderboard !== undefined)
      boards.set(`${Game} ${Leaderboard}`, { Game, Leaderboard });
  return [...boards.values()];
}
