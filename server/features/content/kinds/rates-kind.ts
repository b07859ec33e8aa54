import { readRates, writeRates } from '#server/features/store/currency-rates.ts';
import { findRateFaults, type Rates } from '#server/features/store/products-file.ts';
import type { ContentKind } from '../content-kind.ts';

const place = { kind: 'rates', path: 'rates.json', game: undefined, name: '' } as const;

/** What currencies are worth in US dollars. */
export const ratesKind: ContentKind = {
  read: async (db) => {
    const rates = await readRates(db);
    return rates.size === 0 ? [] : [{ place, value: Object.fromEntries(rates) }];
  },
  prepare: ({ value }) => {
    const faults = findRateFaults(value);
    return faults.length > 0 ? { faults } : { value };
  },
  write: async (trx, { value }) => {
    await writeRates(trx, value as Rates);
    return [];
  },
  describe: (value) => Object.keys(value as Rates).join(', '),
};
