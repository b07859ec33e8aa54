// Price tiers: usual prices of the same worth in each currency, as stores list them. A tier has the name of its price in
// US dollars. The prices are whole where platforms charge no fractions.
import type { ProductEntry } from '#model/product-entry.ts';
import { suggestPrices } from './suggest-prices.ts';

/** The prices of each currency, one for each tier. */
export const tierPrices = {
  USD: [0.99, 1.99, 2.99, 4.99, 9.99, 14.99, 19.99, 29.99, 49.99, 99.99],
  AUD: [1.49, 2.99, 4.49, 7.99, 14.99, 22.99, 29.99, 44.99, 79.99, 149.99],
  BRL: [4.9, 9.9, 14.9, 24.9, 49.9, 79.9, 99.9, 149.9, 249.9, 499.9],
  CAD: [1.29, 2.79, 3.99, 6.99, 13.99, 19.99, 26.99, 39.99, 69.99, 139.99],
  CHF: [1, 2, 3, 5, 10, 15, 20, 30, 50, 100],
  CNY: [7, 14, 22, 36, 72, 108, 144, 218, 358, 718],
  CZK: [25, 49, 69, 119, 239, 349, 469, 699, 1199, 2399],
  DKK: [7, 15, 22, 35, 69, 109, 139, 209, 349, 699],
  EUR: [0.99, 1.99, 2.99, 4.99, 9.99, 14.99, 19.99, 29.99, 49.99, 99.99],
  GBP: [0.99, 1.79, 2.49, 4.49, 8.99, 12.99, 16.99, 24.99, 44.99, 89.99],
  IDR: [15_000, 29_000, 45_000, 79_000, 159_000, 239_000, 319_000, 479_000, 799_000, 1_599_000],
  INR: [89, 169, 249, 429, 849, 1299, 1699, 2499, 4299, 8499],
  JPY: [150, 300, 450, 750, 1500, 2200, 3000, 4500, 7500, 15_000],
  KRW: [1400, 2800, 4200, 6900, 14_000, 21_000, 28_000, 42_000, 69_000, 139_000],
  KZT: [490, 990, 1490, 2490, 4990, 7490, 9990, 14_990, 24_990, 49_990],
  MXN: [19, 39, 59, 99, 199, 299, 399, 599, 999, 1999],
  NOK: [11, 22, 32, 55, 109, 159, 209, 319, 549, 1099],
  PLN: [3.99, 7.99, 11.99, 19.99, 39.99, 59.99, 79.99, 119.99, 199.99, 399.99],
  RUB: [79, 159, 239, 399, 799, 1199, 1599, 2399, 3999, 7999],
  SEK: [11, 22, 32, 55, 109, 159, 209, 319, 549, 1099],
  TRY: [39.99, 79.99, 119.99, 199.99, 399.99, 599.99, 799.99, 1199.99, 1999.99, 3999.99],
  TWD: [30, 60, 90, 150, 300, 450, 600, 900, 1490, 2990],
  UAH: [39, 79, 119, 199, 399, 599, 799, 1199, 1999, 3999],
  VND: [25_000, 49_000, 75_000, 129_000, 249_000, 379_000, 499_000, 749_000, 1_290_000, 2_490_000],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export const tiers: readonly number[] = tierPrices.USD;

export const tierCurrencies: readonly string[] = Object.keys(tierPrices);

/** About what one of a platform's own units is worth. */
export interface UnitWorth {
  readonly Unit: string;
  readonly Price: number;
  readonly Currency: string;
}

type Prices = ProductEntry['Prices'];

export interface TierSources {
  readonly worths: readonly UnitWorth[];
  /** US dollars per unit of a currency, for currencies that the table doesn't have. */
  readonly rates: Readonly<Record<string, number>>;
}

/** The tier's prices in these currencies and units; those without a price there are left out. */
export function readTier(tier: number, currencies: readonly string[], { worths, rates }: TierSources): Prices {
  const byRate = suggestPrices({ USD: tier }, currencies, rates);
  const find = (currency: string): number | undefined => listed(currency, tier) ?? byRate[currency];
  const prices = currencies.flatMap((currency) => {
    const worth = worths.find(({ Unit }) => Unit === currency);
    const money = worth && find(worth.Currency);
    const price = worth && money !== undefined ? Math.max(Math.round(money / worth.Price), 1) : find(currency);
    return price === undefined ? [] : [[currency, price] as const];
  });
  return Object.fromEntries(prices);
}

/** The tier of a product: the one with its price in US dollars. */
export const findTier = ({ USD }: Prices): number | undefined => tiers.find((tier) => tier === USD);

const listed = (currency: string, tier: number): number | undefined =>
  Object.hasOwn(tierPrices, currency)
    ? (tierPrices as Readonly<Record<string, readonly number[]>>)[currency]?.[tiers.indexOf(tier)]
    : undefined;
