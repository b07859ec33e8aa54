// A game's calls about leaderboards. Loaded on demand.
import type { ParamsOf, ResultOf } from '#bridge/protocol.ts';
import { chooseLocalizedText, type Locale } from '#model/locale.ts';
import type { apiClient } from '#portal/api.ts';

type Leaderboards = Pick<(typeof apiClient)['leaderboards'], 'entries' | 'submit'>;

export async function submitScore(
  client: Leaderboards,
  game: string,
  { board, score }: ParamsOf<'SubmitScore'>,
): Promise<ResultOf<'SubmitScore'>> {
  const reply = await client.submit({ Game: game, Leaderboard: board, Score: score });
  return { ...toStanding(reply), improved: reply.Improved, beatenFriends: reply.BeatenFriends };
}

export async function readLeaderboard(
  client: Leaderboards,
  { game, locale }: { readonly game: string; readonly locale: Locale },
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

const toStanding = ({ Score, Rank }: { readonly Score: number; readonly Rank?: number | undefined }) => ({
  score: Score,
  ...(Rank !== undefined && { rank: Rank }),
});

const viewNames = { top: 'Top', around: 'Around', friends: 'Friends' } as const;
const periodNames = { allTime: 'AllTime', daily: 'Daily', weekly: 'Weekly', season: 'Season' } as const;
const bridgePeriods = { AllTime: 'allTime', Daily: 'daily', Weekly: 'weekly', Season: 'season' } as const;
