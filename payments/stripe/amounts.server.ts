// Stripe counts some currencies in other units than everybody else, so it has a table of its own. A currency about which the
// table and the rest of the world disagree, and of which nothing certain is known, is not taken: better no sale than one at a
// hundredth of its price.
import { fromVendorUnits, toVendorUnits } from '#kit/vendor-units.ts';
import { minorDigits } from '#model/money.ts';
import { requireMoney } from '#kit/payment-results.server.ts';

/** In Stripe's units; undefined: Stripe cannot take this amount, or not this currency. */
export function toStripeAmount(amountMinor: number, currency: string): number | undefined {
  const digits = countDigits(currency);
  const amount = digits === undefined ? 0 : (toVendorUnits(amountMinor, currency, digits) ?? 0);
  // The last of three digits must be a nought.
  return amount > 0 && (digits !== 3 || amount % 10 === 0) ? amount : undefined;
}

/** In our minor units. Throws where it is no amount that we could have asked for. */
export function fromStripeAmount(amount: number, stripeCurrency: string) {
  const currency = stripeCurrency.toUpperCase();
  const digits = countDigits(currency);
  const amountMinor = digits === undefined ? undefined : fromVendorUnits(amount, currency, digits);
  return requireMoney('Stripe', `${amount} units`, amountMinor, currency);
}

function countDigits(currency: string): number | undefined {
  if (withoutDigits.has(currency)) return 0;
  if (withThreeDigits.has(currency)) return 3;
  if (withTwoDigits.has(currency)) return 2;
  return minorDigits(currency) === 2 ? 2 : undefined;
}

const withoutDigits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const withThreeDigits = new Set('BHD JOD KWD OMR TND'.split(' '));
// In which others see none: there they are always 00.
const withTwoDigits = new Set('ISK HUF TWD'.split(' '));
