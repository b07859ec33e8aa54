import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toAlpha2Country, toAlpha3Country } from './country.ts';
import { listCurrencies, currencyNumericCode, currencyOfCountry, isCurrency } from './currency.ts';
import { locales } from './locale.ts';
import { formatMoney, currencyDecimals, toMajorUnits } from './money.ts';

// Every ISO 4217 code whose number of decimals is not 2, copied from the published standard and not from our table.
const unusual: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

describe('every currency', () => {
  test.each(listCurrencies())('%s has the right decimals and a unique number', (code) => {
    expect(code).toMatch(/^[A-Z]{3}$/);
    expect(currencyDecimals(code)).toBe(unusual[code] ?? 2);
    const number = currencyNumericCode(code);
    expect(number).toBeGreaterThan(0);
    expect(listCurrencies().filter((other) => currencyNumericCode(other) === number)).toEqual([code]);
  });

  test('is listed if browsers support it and ISO 4217 has not withdrawn it', () => {
    const notForSale = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX XAD';
    const withdrawn = 'ANG BGN CUC HRK SLL ZWL';
    const none = new Set([...notForSale.split(' '), ...withdrawn.split(' ')]);
    const expected = Intl.supportedValuesOf('currency').filter((code) => !none.has(code));
    expect(expected.filter((code) => !isCurrency(code))).toEqual([]);
    expect(listCurrencies()).toHaveLength(164);
  });

  test.each([
    ['EUR', 978],
    ['USD', 840],
    ['JPY', 392],
    ['ALL', 8],
    ['XCG', 532],
  ])('%s has the number %i', (code, number) => {
    expect(currencyNumericCode(code)).toBe(number);
  });
});

test("a platform's unit is not a currency", () => {
  expect([isCurrency('XTR'), currencyNumericCode('XTR'), currencyDecimals('XTR')]).toEqual([false, undefined, 0]);
  expect([isCurrency('EUX'), isCurrency('constructor')]).toEqual([false, false]);
});

test('every inhabited country has an existing currency', () => {
  const regions = Array.from({ length: 26 * 26 }, (_, at) =>
    String.fromCodePoint(65 + Math.floor(at / 26), 65 + (at % 26)),
  ).flatMap((two) => toAlpha3Country(two) ?? []);
  expect(regions).toHaveLength(249);
  expect(regions.filter((country) => !isCurrency(currencyOfCountry(country) ?? ''))).toEqual(['ATA']);
  expect(['DEU', 'JPN', 'USA', 'SLV', 'BGR', 'CUW'].map(currencyOfCountry)).toEqual([
    'EUR',
    'JPY',
    'USD',
    'USD',
    'EUR',
    'XCG',
  ]);
  expect([currencyOfCountry('XXX'), toAlpha2Country('XXX')]).toEqual([undefined, undefined]);
});

test('a formatted price parses to the same price, in every language and currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom(...listCurrencies(), 'XTR', 'YAN', 'VKV'),
      fc.constantFrom(...locales),
      (minor, currency, locale) => {
        expect(readBack(formatMoney({ minor, currency }, locale), locale)).toBe(toMajorUnits({ minor, currency }));
      },
    ),
    { numRuns: 2000 },
  );
});

function readBack(text: string, locale: string): number {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, useGrouping: 'always' }).formatToParts(
    12_345.5,
  );
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  const digits = Array.from(new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)).toReversed();
  const amount = Array.from(text)
    .filter((sign) => digits.includes(sign) || sign === part('decimal'))
    .map((sign) => (digits.includes(sign) ? String(digits.indexOf(sign)) : '.'))
    .join('');
  // A currency symbol may end in a point, so the number is matched from the first to the last digit.
  return Number(/\d[\d.]*\d|\d/.exec(amount)?.[0]);
}
