// A game's filter with the portal's and the game's words. A portal without a list of its own has the shipped one. Cached
// for some seconds, because every chat line needs it.
import type { Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import { createProfanityFilter, type ProfanityFilter } from './create-profanity-filter.ts';
import { listShippedWords } from './shipped-words.ts';

interface Remembered {
  readonly filter: ProfanityFilter;
  readonly version: string;
  readonly until: number;
}

// Another node's change is seen after this time at the latest.
const rememberMs = 5000;
const maxRemembered = 200;

/** Without a game: the portal's own words only. */
export type ReadFilter = (game: string | undefined, locale: Locale) => Promise<ProfanityFilter>;

export function createProfanityFilterReader({ kysely }: Pick<Database, 'kysely'>, now: () => Date): ReadFilter {
  const remembered = new Map<string, Remembered>();
  const listsOf = (game: string | undefined) =>
    kysely
      .selectFrom('word_lists')
      .where((eb) => eb.or([eb('game', 'is', null), eb('game', '=', game ?? null)]))
      .orderBy('game');
  const readWords = async (game: string | undefined, locale: Locale): Promise<readonly string[]> => {
    const lists = await listsOf(game).select(['game', 'words']).execute();
    const hasPortalList = lists.some((list) => list.game === null);
    return [...(hasPortalList ? [] : listShippedWords(locale)), ...lists.flatMap(({ words }) => words)];
  };
  return async (game, locale) => {
    const nowMs = now().getTime();
    const key = `${game ?? ''} ${locale}`;
    const known = remembered.get(key);
    if (known && known.until > nowMs) return known.filter;
    const saved = await listsOf(game).select(['game', 'updated_at']).execute();
    const version = JSON.stringify(saved);
    const filter = known?.version === version ? known.filter : createProfanityFilter(await readWords(game, locale));
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(key, { filter, version, until: nowMs + rememberMs });
    return filter;
  };
}
