// A game's filter with the portal's and the game's words. Cached for some seconds, because every chat line needs it.
import type { Database } from '#server/db/database.ts';
import { createProfanityFilter, type ProfanityFilter } from './create-profanity-filter.ts';

interface Remembered {
  readonly filter: ProfanityFilter;
  readonly version: string;
  readonly until: number;
}

// Another node's change is seen after this time at the latest.
const rememberMs = 5000;
const maxRemembered = 200;

export function createProfanityFilterReader(
  { kysely }: Database,
  now: () => Date,
): (game: string) => Promise<ProfanityFilter> {
  const remembered = new Map<string, Remembered>();
  const listsOf = (game: string) =>
    kysely
      .selectFrom('word_lists')
      .where((eb) => eb.or([eb('game', 'is', null), eb('game', '=', game)]))
      .orderBy('game');
  return async (game) => {
    const nowMs = now().getTime();
    const known = remembered.get(game);
    if (known && known.until > nowMs) return known.filter;
    const saved = await listsOf(game).select(['game', 'updated_at']).execute();
    const version = JSON.stringify(saved);
    const filter =
      known?.version === version
        ? known.filter
        : createProfanityFilter((await listsOf(game).select('words').execute()).flatMap(({ words }) => words));
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(game, { filter, version, until: nowMs + rememberMs });
    return filter;
  };
}
