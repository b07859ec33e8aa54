import { expect, test } from 'vitest';
import { createLocalLeaderboards } from './local-leaderboards.ts';

const entries = [
  { name: 'Ben', score: 50, isFriend: true },
  { name: 'Cleo', score: 70 },
];

test('the best score counts, and beaten friends are named once', () => {
  const { SubmitScore, GetLeaderboard } = createLocalLeaderboards({ depth: { entries } });
  expect(SubmitScore({ board: 'depth', score: 50 })).toEqual({ score: 50, rank: 3, improved: true, beatenFriends: [] });
  expect(SubmitScore({ board: 'depth', score: 60 })).toEqual({
    score: 60,
    rank: 2,
    improved: true,
    beatenFriends: ['Ben'],
  });
  expect(SubmitScore({ board: 'depth', score: 10 })).toEqual({
    score: 60,
    rank: 2,
    improved: false,
    beatenFriends: [],
  });
  const names = (view: 'top' | 'around' | 'friends', limit: number) =>
    GetLeaderboard({ board: 'depth', view, limit }).entries.map(({ rank, name }) => `${rank} ${name}`);
  expect(names('top', 2)).toEqual(['1 Cleo', '2 Local Player']);
  expect(names('around', 3)).toEqual(['1 Cleo', '2 Local Player', '3 Ben']);
  expect(names('friends', 10)).toEqual(['1 Local Player', '2 Ben']);
});

test('the lowest score can be the best', () => {
  const { SubmitScore } = createLocalLeaderboards({ time: { ascending: true, entries } });
  expect(SubmitScore({ board: 'time', score: 60 })).toMatchObject({ rank: 2 });
});
