import { maxLeaderboardScore, type Leaderboard } from '#model/leaderboard.ts';

/** What the schema of a leaderboard can't express; each fault begins with the name of the field. */
export function* findLeaderboardFaults({
  Id,
  Name,
  Periods,
  Seasons = [],
  MinScore = -maxLeaderboardScore,
  MaxScore = maxLeaderboardScore,
}: Leaderboard): Generator<string> {
  if (Id === '') yield 'Id must not be empty';
  if (Object.values(Name).every((name) => name.trim() === '')) yield 'Name needs a text in at least one language';
  if (MinScore > MaxScore) yield 'MinScore is more than MaxScore';
  if (Periods?.length === 0 && Seasons.length === 0) yield 'Periods must not be empty without Seasons';
  const spans = Seasons.map(({ Id: season, From, To }) => ({ season, from: Date.parse(From), to: Date.parse(To) }));
  for (const [at, { season, from, to }] of spans.entries()) {
    if (Number.isNaN(from)) yield `Seasons/${at}/From isn't a valid date and time`;
    if (Number.isNaN(to)) yield `Seasons/${at}/To isn't a valid date and time`;
    if (to <= from) yield `Seasons/${at}/To is not after From`;
    const earlier = spans.slice(0, at);
    if (earlier.some((other) => other.season === season)) yield `Seasons/${at}/Id stands there twice`;
    const overlapping = earlier.find((other) => from < other.to && other.from < to);
    if (overlapping) yield `Seasons/${at} overlaps the season ${overlapping.season}`;
  }
}
