import { sql, type Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { GameErrorGroup } from '#contract/console/errors.ts';
import type { GameErrorKind } from '#model/game-error-report.ts';
import type { Tables } from '#server/db/tables.ts';

type Group = Static<typeof GameErrorGroup>;

export interface GameErrorQuery {
  readonly days: number;
  readonly build?: number | undefined;
  readonly browser?: string | undefined;
}

/** Groups of several days are put together, most often first. */
export async function listGameErrors(
  db: Kysely<Tables>,
  game: string,
  { days, build, browser }: GameErrorQuery,
): Promise<Group[]> {
  const rows = await db
    .selectFrom('game_errors')
    .selectAll()
    .where('game', '=', game)
    .where('day', '>', sql<string>`current_date - ${days}::int`)
    .$if(build !== undefined, (query) => query.where(sql<boolean>`builds ? ${String(build)}`))
    .$if(browser !== undefined, (query) => query.where(sql<boolean>`browsers ? ${browser}`))
    .orderBy('day')
    .execute();
  const groups = [...Map.groupBy(rows, ({ fingerprint }) => fingerprint).values()].flatMap((ofGroup) => {
    const [first] = ofGroup;
    const last = ofGroup.at(-1);
    if (!first || !last) return [];
    return {
      Fingerprint: first.fingerprint,
      // Only these are stored.
      Kind: first.kind as GameErrorKind,
      Message: first.message,
      Place: first.place,
      Count: ofGroup.reduce((sum, { count }) => sum + count, 0),
      FirstAt: first.first_at.toISOString(),
      LastAt: last.last_at.toISOString(),
      Browsers: addUp(ofGroup.map(({ browsers }) => browsers)),
      Builds: addUp(ofGroup.map(({ builds }) => builds)),
      Days: ofGroup.map(({ day, count }) => ({ Day: day, Count: count })),
    };
  });
  return groups.toSorted((one, other) => other.Count - one.Count).slice(0, maxGroups);
}

const maxGroups = 500;

function addUp(counts: readonly Readonly<Record<string, number>>[]): Group['Browsers'] {
  const sums = new Map<string, number>();
  for (const each of counts)
    for (const [name, count] of Object.entries(each)) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums]
    .map(([Name, Count]) => ({ Name: Name.slice(0, 60), Count }))
    .toSorted((one, other) => other.Count - one.Count);
}
