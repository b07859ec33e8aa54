// A game's calls about leaderboards. Loaded on demand.
import type { ParamsOf, ResultOf } from '#bridge/protocol.ts';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import type { PlatformCapabilities } from '#platforms/port.browser.ts';
import type { apiClient } from '#portal/api.ts';
import { log } from '#portal/log.ts';

type Leaderboards = Pick<(typeof apiClient)['leaderboards'], 'entries' | 'submit'>;
/** The platform's own leaderboards. */
type PlatformLeaderboards = PlatformCapabilities['leaderboards'];

export async function submitScore(
  client: Leaderboards,
  { game, platform }: { readonly game: string; readonly platform?: PlatformLeaderboards },
  { board, score }: ParamsOf<'SubmitScore'>,
): Promise<ResultOf<'SubmitScore'>> {
  const reply = await client.submit({ Game: game, Leaderboard: board, Score: score });
  updatePlatform(platform, board, reply);
  return { ...toStanding(reply), improved: reply.Improved, beatenFriends: reply.BeatenFriends };
}

export async function readLeaderboard(
  client: Leaderboards,
  {
    game,
    locale,
    platform,
  }: { readonly game: string; readonly locale: Locale; readonly platform?: PlatformLeaderboards },
  { board, view = 'top', period, ago = 0, limit = 10 }: ParamsOf<'GetLeaderboard'>,
): Promise<ResultOf<'GetLeaderboard'>> {
  const reply = await client.entries({
    Game: game,
    Leaderboard: board,
    View: viewNames[view],
    ...(period && { Period: periodNames[period] }),
    Ago: ago,
    Limit: limit,
    Locale: locale,
  });
  // The game's server may have submitted a score, which the platform doesn't have.
  if (period === undefined && ago === 0 && reply.You) updatePlatform(platform, board, reply.You);
  const { StartsAt, EndsAt, SeasonName } = reply;
  return {
    entries: reply.Entries.map(({ Rank, Score, Name, IsYou, FriendUid }) => ({
      rank: Rank,
      score: Score,
      name: Name,
      isYou: IsYou,
      ...(FriendUid !== undefined && { friendUid: FriendUid }),
    })),
    total: reply.Total,
    ...(reply.You && { you: toStanding(reply.You) }),
    period: bridgePeriods[reply.Period],
    ...(StartsAt !== undefined && { startsAt: StartsAt }),
    ...(EndsAt !== undefined && { endsAt: EndsAt }),
    ...(SeasonName && { seasonName: chooseLocalizedText(SeasonName, locale) }),
    pastPeriods: reply.PastPeriods,
  };
}

/** In the background: the game doesn't wait for the platform. A hidden entry has no rank and isn't sent. */
function updatePlatform(platform: PlatformLeaderboards, board: string, { Score, Rank }: Standing): void {
  if (Rank !== undefined)
    platform?.setScore(board, Score).catch((error: unknown) => log.warn('The platform did not take a score.', error));
}

interface Standing {
  readonly Score: number;
  readonly Rank?: number | undefined;
}

const toStanding = ({ Score, Rank }: Standing) => ({
  score: Score,
  ...(Rank !== undefined && { rank: Rank }),
});

const viewNames = { top: 'Top', around: 'Around', friends: 'Friends' } as const;
const periodNames = { allTime: 'AllTime', daily: 'Daily', weekly: 'Weekly', season: 'Season' } as const;
const bridgePeriods = { AllTime: 'allTime', Daily: 'daily', Weekly: 'weekly', Season: 'season' } as const;
