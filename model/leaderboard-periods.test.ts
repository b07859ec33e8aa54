import { expect, test } from 'vitest';
import type { Leaderboard } from './leaderboard.ts';
import { findLeaderboardPeriod, findOpenLeaderboardPeriods, listLeaderboardPeriods } from './leaderboard-periods.ts';

const board = (rest: Partial<Leaderboard>): Leaderboard => ({ Id: 'b', Name: {}, Ascending: false, ...rest });
const season = { Id: 's1', From: '2026-01-01T00:00:00Z', To: '2026-02-01T00:00:00Z' };

test.each([
  [{}, ['AllTime']],
  [{ Periods: ['Daily', 'AllTime'] as const }, ['AllTime', 'Daily']],
  [{ Seasons: [season] }, ['Season']],
  [{ Periods: ['AllTime'] as const, Seasons: [season] }, ['AllTime', 'Season']],
])('the periods of %j', (rest, periods) => {
  expect(listLeaderboardPeriods(board(rest as Partial<Leaderboard>))).toEqual(periods);
});

test.each([
  ['2026-01-11T23:59:59.999Z', 'week 2026-01-05'],
  ['2026-01-12T00:00:00.000Z', 'week 2026-01-12'],
  ['2026-03-01T12:00:00.000Z', 'week 2026-02-23'],
])('%s is in the %s', (now, key) => {
  expect(findLeaderboardPeriod(board({ Periods: ['Weekly'] }), { period: 'Weekly', ago: 0 }, new Date(now))?.key).toBe(
    key,
  );
});

test('a season takes scores from its start until before its end', () => {
  const keysAt = (now: string) =>
    findOpenLeaderboardPeriods(board({ Seasons: [season] }), new Date(now)).map(({ key }) => key);
  expect(keysAt('2025-12-31T23:59:59Z')).toEqual([]);
  expect(keysAt('2026-01-01T00:00:00Z')).toEqual(['season s1']);
  expect(keysAt('2026-02-01T00:00:00Z')).toEqual([]);
});
