// For vendors that count a currency with another number of decimals than ISO 4217.
import { minorDigits } from '#model/money.ts';

/** The amount in the vendor's units, of which 10^`digits` make one major unit. Undefined if it is not an integer. */
export const toVendorUnits = (amountMinor: number, currency: string, digits: number): number | undefined =>
  shift(amountMinor, digits - minorDigits(currency));

/** The amount in our minor units. Undefined if it is not an integer. */
export const fromVendorUnits = (units: number, currency: string, digits: number): number | undefined =>
  shift(units, minorDigits(currency) - digits);

// Dividing by a power of ten is exact where multiplying by a fraction is not.
function shift(amount: number, digits: number): number | undefined {
  const shifted = digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
  return Number.isSafeInteger(shifted) && shifted >= 0 ? shifted : undefined;
}
