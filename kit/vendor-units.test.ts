import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromVendorUnits, toVendorUnits } from './vendor-units.ts';

test.each([
  ['EUR', 499, 2, 499],
  ['JPY', 500, 2, 50_000],
  ['MGA', 70_000, 0, 700],
  ['KWD', 1_990, 3, 1_990],
])('of %s: %i minor units are, with %i digits, %i', (currency, ours, digits, theirs) => {
  expect(toVendorUnits(ours, currency, digits)).toBe(theirs);
  expect(fromVendorUnits(theirs, currency, digits)).toBe(ours);
});

test.each([
  [50, 0],
  [-100, 2],
  [4.5, 2],
  [Number.NaN, 2],
  [2 ** 53, 2],
])('%d with %i digits is not an amount', (amount, digits) => {
  expect(toVendorUnits(amount, 'USD', digits)).toBeUndefined();
});

test('convertible amounts survive a round trip', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom('USD', 'JPY', 'KWD'),
      fc.integer({ min: 0, max: 3 }),
      (minor, currency, digits) => {
        const units = toVendorUnits(minor, currency, digits);
        return units === undefined || fromVendorUnits(units, currency, digits) === minor;
      },
    ),
  ));
