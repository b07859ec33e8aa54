// The leaderboards of the simulated portal. Every name is a leaderboard; the best score of the player counts.
import type { ParamsOf, ResultOf } from '../bridge/protocol.ts';
import type { LocalLeaderboard } from './sdk.ts';

export function createLocalLeaderboards(boards: Readonly<Record<string, LocalLeaderboard>> = {}) {
  const own = new Map<string, number>();
  const isBetter = (board: string, a: number, b: number): boolean => (boards[board]?.ascending ? a < b : a > b);

  /** Of equal scores the earlier ranks first, which is that of the others. */
  const rank = (board: string) => {
    const entries = (boards[board]?.entries ?? []).map(({ name, score, isFriend }) => ({
      score,
      name,
      isYou: false,
      ...(isFriend && { friendUid: `local-${name}` }),
    }));
    const score = own.get(board);
    const all = score === undefined ? entries : [...entries, { score, name: 'Local Player', isYou: true }];
    return all
      .sort((a, b) => Number(isBetter(board, b.score, a.score)) - Number(isBetter(board, a.score, b.score)))
      .map((entry, at) => ({ rank: at + 1, ...entry }));
  };

  return {
    SubmitScore: ({ board, score }: ParamsOf<'SubmitScore'>): ResultOf<'SubmitScore'> => {
      const before = own.get(board);
      const improved = before === undefined || isBetter(board, score, before);
      if (improved) own.set(board, score);
      const beatenFriends = (boards[board]?.entries ?? []).filter(
        (entry) =>
          entry.isFriend &&
          improved &&
          isBetter(board, score, entry.score) &&
          (before === undefined || !isBetter(board, before, entry.score)),
      );
      return {
        score: own.get(board) ?? score,
        rank: rank(board).find(({ isYou }) => isYou)?.rank ?? 1,
        improved,
        beatenFriends: beatenFriends.map(({ name }) => name),
      };
    },
    GetLeaderboard: ({
      board,
      view = 'top',
      period = 'allTime',
      limit = 10,
    }: ParamsOf<'GetLeaderboard'>): ResultOf<'GetLeaderboard'> => {
      const all = rank(board);
      const you = all.find(({ isYou }) => isYou);
      const first = Math.max(0, (you?.rank ?? 1) - 1 - Math.floor((limit - 1) / 2));
      const entries = {
        top: () => all.slice(0, limit),
        around: () => (you ? all.slice(first, first + limit) : []),
        friends: () =>
          all
            .filter((entry) => entry.isYou || 'friendUid' in entry)
            .slice(0, limit)
            .map((entry, at) => ({ ...entry, rank: at + 1 })),
      }[view]();
      return {
        entries,
        total: all.length,
        ...(you && { you: { score: you.score, rank: you.rank } }),
        period,
        pastPeriods: 0,
      };
    },
    ShowLeaderboard: () => ({}),
  };
}
