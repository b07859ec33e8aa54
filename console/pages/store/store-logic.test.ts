import { expect, test } from 'vitest';
import { listPriceColumns } from './list-price-columns.ts';
import { suggestPrices } from './suggest-prices.ts';

test('a table shows the currencies in use and those that platforms need, with what is missing', () => {
  const products = [{ Prices: { USD: 1, EUR: 1 } }, { Prices: { USD: 2 } }];
  expect(listPriceColumns(products, ['XTR'])).toEqual([
    { currency: 'USD', missing: 0 },
    { currency: 'EUR', missing: 1 },
    { currency: 'XTR', missing: 2 },
  ]);
});

test('suggested prices are usual ones, and never replace a price', () => {
  const rates = { EUR: 1.1, JPY: 0.0065, RUB: 0.011, UAH: 0 };
  expect(suggestPrices({ USD: 4.99, EUR: 9 }, ['EUR', 'JPY', 'RUB', 'UAH', 'XTR'], rates)).toEqual({
    USD: 4.99,
    EUR: 9,
    JPY: 770,
    RUB: 460,
  });
  expect(suggestPrices({ USD: 4.99 }, ['EUR'], rates)).toEqual({ USD: 4.99, EUR: 4.99 });
  expect(suggestPrices({ USD: 0.01 }, ['EUR'], rates)).toEqual({ USD: 0.01, EUR: 0.49 });
  expect(suggestPrices({ EUR: 1 }, ['JPY'], rates)).toEqual({ EUR: 1 });
});
