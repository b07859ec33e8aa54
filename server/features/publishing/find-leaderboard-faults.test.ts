import { expect, test } from 'vitest';
import type { Leaderboard } from '#model/leaderboard.ts';
import { findLeaderboardFaults } from './find-leaderboard-faults.ts';

const season = (Id: string, From: string, To: string) => ({ Id, From: `${From}T00:00:00Z`, To: `${To}T00:00:00Z` });
const winter = season('winter', '2026-01-01', '2026-02-01');

test.each<[Partial<Leaderboard>, string[]]>([
  [{ Seasons: [winter, season('spring', '2026-02-01', '2026-03-01')] }, []],
  [{ Id: '' }, ['Id must not be empty']],
  [{ Name: { en: ' ' } }, ['Name needs a text in at least one language']],
  [{ MinScore: 2, MaxScore: 1 }, ['MinScore is more than MaxScore']],
  [{ Periods: [] }, ['Periods must not be empty without Seasons']],
  [{ Periods: [], Seasons: [winter] }, []],
  [{ Seasons: [season('a', '2026-02-01', '2026-01-01')] }, ['Seasons/0/To is not after From']],
  [
    { Seasons: [season('a', '2026-13-01', '2026-14-01')] },
    ["Seasons/0/From isn't a valid date and time", "Seasons/0/To isn't a valid date and time"],
  ],
  [{ Seasons: [winter, season('late', '2026-01-31', '2026-03-01')] }, ['Seasons/1 overlaps the season winter']],
  [{ Seasons: [winter, { ...season('winter', '2027-01-01', '2027-02-01') }] }, ['Seasons/1/Id stands there twice']],
])('%j', (rest, faults) => {
  const board: Leaderboard = { Id: 'depth', Name: { en: 'Depth' }, Ascending: false, ...rest };
  expect([...findLeaderboardFaults(board)]).toEqual(faults);
});
