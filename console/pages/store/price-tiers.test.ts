import { expect, test } from 'vitest';
import { isCurrency } from '#model/currency.ts';
import { currencyDecimals } from '#model/money.ts';
import * as platforms from '#platforms/registry.ts';
import { findTier, readTier, tierPrices, tiers } from './price-tiers.ts';

test.each(Object.entries(tierPrices))(
  '%s has a price for each tier, rising, that can be charged',
  (currency, prices) => {
    expect(isCurrency(currency)).toBe(true);
    expect(prices).toHaveLength(tiers.length);
    expect([...prices].toSorted((a, b) => a - b)).toEqual([...new Set(prices)]);
    for (const price of prices) expect(Number(price.toFixed(currencyDecimals(currency)))).toBe(price);
    // About the same exchange rate in all tiers.
    const rates = prices.map((price, at) => price / (tiers[at] ?? 1));
    expect(Math.max(...rates) / Math.min(...rates)).toBeLessThan(1.4);
  },
);

test('prices of tiers fit the steps in which platforms charge', () => {
  let checked = 0;
  for (const platform of Object.values(platforms)) {
    if (!('priceSteps' in platform)) continue;
    const steps: Readonly<Record<string, number>> = platform.priceSteps;
    for (const [currency, prices] of Object.entries<readonly number[]>(tierPrices)) {
      const step = steps[currency];
      if (step === undefined) continue;
      checked += 1;
      for (const price of prices) expect(price % step, `${price} ${currency}`).toBe(0);
    }
  }
  expect(checked).toBeGreaterThan(0);
});

const worths = [
  { Unit: 'VKV', Price: 7, Currency: 'RUB' },
  { Unit: 'XTR', Price: 0.02, Currency: 'USD' },
];

test('a tier has prices in currencies and in the units of platforms', () => {
  const currencies = ['USD', 'EUR', 'JPY', 'ARS', 'UZS', 'VKV', 'XTR', 'HOP'];
  expect(readTier(4.99, currencies, { worths, rates: { ARS: 0.001 } })).toEqual({
    USD: 4.99,
    EUR: 4.99,
    JPY: 750,
    // By the exchange rate.
    ARS: 5000,
    VKV: 57,
    XTR: 250,
  });
});

test('the cheapest tier costs one unit at least', () => {
  const dear = [{ Unit: 'XXU', Price: 50, Currency: 'USD' }];
  expect(readTier(0.99, ['XXU'], { worths: dear, rates: {} })).toEqual({ XXU: 1 });
});

test('a product has the tier of its price in US dollars', () => {
  expect(findTier({ USD: 4.99, EUR: 7 })).toBe(4.99);
  expect(findTier({ USD: 5 })).toBeUndefined();
  expect(findTier({ EUR: 4.99 })).toBeUndefined();
});
