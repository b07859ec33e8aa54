import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductRow } from './catalogue-statement.ts';
import { chooseCurrency, choosePrice, type PriceContext, type CurrencyRates } from './choose-price.ts';

type Prices = Readonly<Record<string, number>>;

function product(
  prices: Prices,
  more: { countries?: Readonly<Record<string, Prices>>; was?: number } = {},
): ProductRow {
  const { countries = {}, was = 100 } = more;
  return {
    sku: 'x',
    product_type: 'Consumable',
    names: { en: 'X' },
    descriptions: {},
    category: {},
    labels: [],
    payload: null,
    quantity: 1,
    image_url: null,
    icon_url: null,
    show_in_web_store: true,
    requires_dry_run: false,
    tiers: [],
    was_percent: was,
    additional: [],
    prices: Object.entries(prices).map(([currency, price_minor]) => ({ currency, price_minor })),
    country_prices: Object.entries(countries).flatMap(([country, own]) =>
      Object.entries(own).map(([currency, price_minor]) => ({ country, currency, price_minor })),
    ),
  };
}

const noRates: CurrencyRates = [];
const common = { USD: 500, EUR: 450, RUB: 39_900, JPY: 750 };

test.each<[string, Prices, PriceContext, string]>([
  ['what was asked for', common, { currency: 'RUB', country: 'JPN' }, 'RUB'],
  ["the country's", common, { country: 'JPN' }, 'JPY'],
  ["the country's, where nothing was asked for that is there", common, { currency: 'PLN', country: 'DEU' }, 'EUR'],
  ['dollars, for a country without a price', common, { country: 'KOR' }, 'USD'],
  ['dollars, when nothing is known', common, {}, 'USD'],
  ['euros, where there are no dollars', { EUR: 1, RUB: 1 }, {}, 'EUR'],
  ['the first of the alphabet, where there is neither', { RUB: 1, JPY: 1 }, {}, 'JPY'],
  ['a unit of a platform, to who asks', { ...common, XTR: 250 }, { currency: 'XTR', country: 'DEU' }, 'XTR'],
])('chooses %s', (_, prices, buyer, currency) => {
  const rates = Object.keys(prices).map((currency) => ({ currency, usd_per_unit: 1 }));
  expect(choosePrice(product(prices), buyer, rates)?.currency).toBe(currency);
});

test("uses a platform's unit only on request, and then no other currency", () => {
  expect(choosePrice(product({ XTR: 250 }), {}, [{ currency: 'XTR', usd_per_unit: 0.013 }])).toBeUndefined();
  expect(choosePrice(product(common), { currency: 'XTR' }, noRates)).toBeUndefined();
});

test('prefers the price for a country, only there', () => {
  const cheaper = product(common, { countries: { POL: { EUR: 300 }, RUS: { KZT: 100_000 } } });
  expect(choosePrice(cheaper, { currency: 'EUR', country: 'POL' }, noRates)?.priceMinor).toBe(300);
  expect(choosePrice(cheaper, { currency: 'EUR', country: 'DEU' }, noRates)?.priceMinor).toBe(450);
  expect(choosePrice(cheaper, { currency: 'EUR' }, noRates)?.priceMinor).toBe(450);
  expect(choosePrice(cheaper, { currency: 'KZT', country: 'RUS' }, noRates)?.currency).toBe('KZT');
  expect(choosePrice(cheaper, { currency: 'KZT', country: 'KAZ' }, noRates)?.currency).toBe('USD');
});

test.each<[string, ProductRow, PriceContext, Prices, number | undefined]>([
  ['a price in dollars itself', product({ USD: 500 }), {}, {}, 500],
  ['the price in dollars', product(common), { currency: 'EUR' }, { EUR: 9 }, 500],
  [
    'a part of it, as the price of the country is a part of the usual one',
    product(common, { countries: { POL: { EUR: 225 } } }),
    { currency: 'EUR', country: 'POL' },
    {},
    250,
  ],
  [
    'the price in dollars for the country',
    product(common, { countries: { TUR: { USD: 199, TRY: 5000 } } }),
    { currency: 'TRY', country: 'TUR' },
    {},
    199,
  ],
  ['the rate, where there is no price in dollars', product({ EUR: 1000 }), {}, { EUR: 1.085 }, 1085],
  ['the rate for what has no minor unit', product({ JPY: 1500 }), {}, { JPY: 0.0066 }, 990],
  ['the rate for what has three digits', product({ KWD: 1500 }), {}, { KWD: 3.25 }, 488],
])('worth in dollars: %s', (_, row, buyer, rates, usdMinor) => {
  const set = Object.entries(rates).map(([currency, usd_per_unit]) => ({ currency, usd_per_unit }));
  expect(choosePrice(row, buyer, set)?.usdMinor).toBe(usdMinor);
});

test('sells nothing without a known rate, and nothing for free', () => {
  expect(choosePrice(product({ EUR: 1000 }), {}, noRates)).toBeUndefined();
  expect(choosePrice(product({ USD: 0 }), {}, noRates)).toBeUndefined();
  expect(choosePrice(product({ USD: 0, EUR: 100 }), {}, noRates)).toMatchObject({ currency: 'EUR' });
  expect(choosePrice(product({}), {}, noRates)).toBeUndefined();
});

test('shows the price before a sale', () => {
  expect(choosePrice(product({ USD: 299 }, { was: 150 }), {}, noRates)?.wasMinor).toBe(449);
  expect(choosePrice(product({ USD: 299 }), {}, noRates)).not.toHaveProperty('wasMinor');
  expect(choosePrice(product({ USD: 1 }, { was: 101 }), {}, noRates)).not.toHaveProperty('wasMinor');
});

// A purchase without a currency must cost what the list showed.
test("in the list's currency, every product has the same price as alone", () => {
  const prices = fc.dictionary(
    fc.constantFrom('USD', 'EUR', 'JPY', 'RUB', 'PLN', 'XTR'),
    fc.integer({ min: 1, max: 99_999 }),
  );
  const country = fc.constantFrom('JPN', 'POL', 'DEU', 'USA', 'KOR', undefined);
  const rates = ['USD', 'EUR', 'JPY', 'RUB', 'PLN', 'XTR'].map((currency) => ({ currency, usd_per_unit: 0.5 }));
  fc.assert(
    fc.property(
      fc.array(fc.record({ prices, countries: fc.dictionary(fc.constantFrom('JPN', 'POL'), prices) }), {
        maxLength: 6,
      }),
      country,
      (given, from) => {
        const products = given.map(({ prices: own, countries }) => product(own, { countries }));
        const currency = chooseCurrency(products, { country: from });
        for (const each of products) {
          const alone = choosePrice(each, { country: from }, rates);
          expect(choosePrice(each, { currency, country: from }, rates)).toEqual(alone);
        }
      },
    ),
    { numRuns: 500 },
  );
});
