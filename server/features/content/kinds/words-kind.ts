import type { Static } from 'typebox';
import { removeWords, saveWords, WordList } from '#server/features/profanity-filter/save-words.ts';
import type { ContentKind } from '../content-kind.ts';
import { buildPath } from '../content-place.ts';
import { listSchemaFaults } from '../list-schema-faults.ts';

/** The words that are masked. */
export const wordsKind: ContentKind = {
  read: async (db) => {
    const rows = await db.selectFrom('word_lists').select(['game', 'words']).execute();
    return rows.map(({ game, words }) => ({
      place: {
        kind: 'words',
        path: buildPath(game ?? undefined, 'words.json'),
        game: game ?? undefined,
        name: '',
      },
      value: words,
    }));
  },
  prepare: ({ value }) => {
    const faults = listSchemaFaults(WordList, value);
    return faults.length > 0 ? { faults } : { value };
  },
  write: async (trx, { place, value }) => {
    await saveWords({ kysely: trx }, value as Static<typeof WordList>, place.game);
    return [];
  },
  describe: (value) => `${(value as string[]).length} words`,
  remove: {
    outcome: () => 'these words are no longer masked',
    run: async (trx, { place }) => void (await removeWords({ kysely: trx }, place.game)),
  },
};
