// Stripe counts some currencies with other decimals than our `currencyDecimals`. A currency whose decimals are uncertain is
// not supported, so that nothing is sold at a hundredth of its price.
import { fromVendorUnits, toVendorUnits } from '#kit/vendor-units.ts';
import { currencyDecimals } from '#model/money.ts';
import { requireConvertedAmount } from '#kit/payment-results.server.ts';

/** Undefined if Stripe does not support the amount or the currency. */
export function toStripeAmount(amountMinor: number, currency: string): number | undefined {
  const digits = countDigits(currency);
  const amount = digits === undefined ? 0 : (toVendorUnits(amountMinor, currency, digits) ?? 0);
  // Of three decimals, Stripe requires the last to be zero.
  return amount > 0 && (digits !== 3 || amount % 10 === 0) ? amount : undefined;
}

/** Throws if the amount has no equivalent in our minor units. */
export function fromStripeAmount(amount: number, stripeCurrency: string) {
  const currency = stripeCurrency.toUpperCase();
  const digits = countDigits(currency);
  const amountMinor = digits === undefined ? undefined : fromVendorUnits(amount, currency, digits);
  return requireConvertedAmount('Stripe', `${amount} units`, amountMinor, currency);
}

function countDigits(currency: string): number | undefined {
  if (withoutDigits.has(currency)) return 0;
  if (withThreeDigits.has(currency)) return 3;
  if (withTwoDigits.has(currency)) return 2;
  return currencyDecimals(currency) === 2 ? 2 : undefined;
}

const withoutDigits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThreeDigits = new Set('BHD JOD KWD OMR TND'.split(' '));
// Stripe counts two decimals here although we count none.
const withTwoDigits = new Set('ISK HUF TWD'.split(' '));
