// For vendors that count a currency with another number of decimals than ISO 4217.
import { currencyDecimals } from '#model/money.ts';

/** 10^`digits` vendor units make one major unit. Undefined if the result is not an integer. */
export const toVendorUnits = (amountMinor: number, currency: string, digits: number): number | undefined =>
  shift(amountMinor, digits - currencyDecimals(currency));

export const fromVendorUnits = (units: number, currency: string, digits: number): number | undefined =>
  shift(units, currencyDecimals(currency) - digits);

// Dividing by a power of ten is exact where multiplying by a fraction is not.
function shift(amount: number, digits: number): number | undefined {
  const shifted = digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits;
  return Number.isSafeInteger(shifted) && shifted >= 0 ? shifted : undefined;
}
