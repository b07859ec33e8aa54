import { describe, expect, it } from 'vitest';
import { fromStripeAmount, toStripeAmount } from './amounts.server.ts';

describe("Stripe's units", () => {
  it.each([
    ['EUR', 499, 499],
    ['JPY', 500, 500],
    ['KRW', 1, 1],
    ['KWD', 1_990, 1_990],
    ['ISK', 5, 500],
    ['HUF', 49_900, 49_900],
    ['TWD', 3_000, 3_000],
    ['MGA', 70_000, 700],
    ['MGA', 11_500, 115],
    ['XPF', 120, 120],
  ])('of %s: %i minor units are %i', (currency, ours, theirs) => {
    expect(toStripeAmount(ours, currency)).toBe(theirs);
    expect(fromStripeAmount(theirs, currency.toLowerCase())).toEqual({ amountMinor: ours, currency });
  });

  it.each([
    ['KWD', 1_995, 'the last of three digits must be a nought'],
    ['MGA', 50, 'there is no half of it'],
    ['UGX', 500, 'lists disagree about it'],
    ['IQD', 5_000, 'it is in none of the tables'],
    ['XTR', 50, 'it is no currency'],
    ['EUR', 0, 'nothing is no payment'],
  ])('of %s: %i minor units are rejected, because %s', (currency, ours) => {
    expect(toStripeAmount(ours, currency)).toBeUndefined();
  });

  it.each([
    ['isk', 550],
    ['ugx', 500],
    ['eur', 4.5],
  ])('of %s: a returned %d is an error, not a guess', (currency, theirs) => {
    expect(() => fromStripeAmount(theirs, currency)).toThrow('cannot be converted');
  });
});
