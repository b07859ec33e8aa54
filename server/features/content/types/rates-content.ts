import { readCurrencyRates, writeCurrencyRates } from '#server/features/store/currency-rates.ts';
import { validateCurrencyRates, type ParsedCurrencyRates } from '#server/features/store/products-file.ts';
import type { ContentTypeHandler } from '../content-type.ts';

const place = { type: 'rates', path: 'rates.json', game: undefined, name: '' } as const;

export const ratesContentHandler: ContentTypeHandler<ParsedCurrencyRates> = {
  read: async (db) => {
    const rates = await readCurrencyRates(db);
    return rates.size === 0 ? [] : [{ place, value: Object.fromEntries(rates) }];
  },
  prepare: ({ value }) => validateCurrencyRates(value),
  write: async (trx, { value }) => {
    await writeCurrencyRates(trx, value);
    return [];
  },
  describe: (rates) => Object.keys(rates).join(', '),
};
