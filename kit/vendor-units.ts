// Money in the smallest units of a currency, as a vendor counts them that sees another number of digits in it than everybody else.
import { minorDigits } from '#model/money.ts';

/** In units of which 10 to the power of `digits` are one; undefined: it is no whole number of them. */
export const toUnits = (amountMinor: number, currency: string, digits: number): number | undefined =>
  shift(amountMinor, digits - minorDigits(currency));

/** In our minor units; undefined: it is no amount that we could have asked for. */
export const fromUnits = (units: number, currency: string, digits: number): number | undefined =>
  shift(units, minorDigits(currency) - digits);

// Never by a fraction, which is not exact.
function shift(amount: number, digits: number): number | undefined {
  const shifted = digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
  return Number.isSafeInteger(shifted) && shifted >= 0 ? shifted : undefined;
}
