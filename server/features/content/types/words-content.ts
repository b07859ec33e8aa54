import type { Static } from 'typebox';
import { removeWordList, saveWordList, WordList } from '#server/features/profanity-filter/save-word-list.ts';
import type { ContentTypeHandler } from '../content-type.ts';
import { buildContentPath } from '../content-place.ts';
import { validateAgainstSchema } from '../validate-against-schema.ts';

export const wordsContentHandler: ContentTypeHandler<Static<typeof WordList>> = {
  read: async (db) => {
    const rows = await db.selectFrom('word_lists').select(['game', 'words']).execute();
    return rows.map(({ game, words }) => ({
      place: {
        type: 'words',
        path: buildContentPath(game ?? undefined, 'words.json'),
        game: game ?? undefined,
        name: '',
      },
      value: words,
    }));
  },
  prepare: ({ value }) => validateAgainstSchema(WordList, value),
  write: async (trx, { place, value }) => {
    await saveWordList({ kysely: trx }, value, place.game);
    return [];
  },
  describe: ({ length }) => `${length} words`,
  remove: {
    outcome: () => 'these words are no longer masked',
    run: async (trx, { place }) => void (await removeWordList({ kysely: trx }, place.game)),
  },
};
