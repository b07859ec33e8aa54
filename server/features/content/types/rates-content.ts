import { readRates, writeRates } from '#server/features/store/currency-rates.ts';
import { checkRates, type ParsedRates } from '#server/features/store/products-file.ts';
import type { ContentType } from '../content-type.ts';

const place = { type: 'rates', path: 'rates.json', game: undefined, name: '' } as const;

export const ratesContent: ContentType<ParsedRates> = {
  read: async (db) => {
    const rates = await readRates(db);
    return rates.size === 0 ? [] : [{ place, value: Object.fromEntries(rates) }];
  },
  prepare: ({ value }) => checkRates(value),
  write: async (trx, { value }) => {
    await writeRates(trx, value);
    return [];
  },
  describe: (rates) => Object.keys(rates).join(', '),
};
