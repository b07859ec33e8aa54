import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDecimal, toDecimal } from './decimal-amount.ts';

describe('amounts', () => {
  it.each([
    [499, 'USD', '4.99'],
    [1, 'USD', '0.01'],
    [10_050, 'RUB', '100.50'],
    [500, 'JPY', '500'],
    [1_990, 'KWD', '1.990'],
  ])('%i of %s are %s', (minor, currency, text) => {
    expect(toDecimal(minor, currency)).toBe(text);
    expect(fromDecimal(text, currency)).toBe(minor);
  });

  it.each([
    [4.99, 499],
    ['4.9900', 499],
    ['4.9', 490],
    [5, 500],
    ['0.00', 0],
  ])('%j dollars are %i cents', (amount, minor) => {
    expect(fromDecimal(amount, 'USD')).toBe(minor);
  });

  it.each([
    4.999,
    '4.991',
    '',
    '.5',
    '5.',
    '-1',
    '1e3',
    1e21,
    '1,5',
    Number.NaN,
    Infinity,
    ' 5',
    '5.0.0',
    '99999999999999.99',
  ])('%j is not a valid amount', (amount) => {
    expect(fromDecimal(amount, 'USD')).toBeUndefined();
  });

  it('survive a round trip, as a number and as a text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 12 }),
        fc.constantFrom('USD', 'JPY', 'KWD', 'HUF'),
        (minor, currency) => {
          const text = toDecimal(minor, currency);
          // Some vendors send the amount as a JSON number.
          const sent = JSON.parse(JSON.stringify(Number(text))) as number;
          return fromDecimal(text, currency) === minor && fromDecimal(sent, currency) === minor;
        },
      ),
    );
  });
});
