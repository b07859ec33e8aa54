// Fills in missing prices from the price in US dollars: converted by the rates and rounded to a usual price. Tiers of
// stores work in the same way; the operator sees and changes each price before it is saved.
import { currencyDecimals } from '#model/money.ts';
import type { ProductEntry } from '#model/product-entry.ts';

type Prices = ProductEntry['Prices'];

/** @param rates US dollars per unit of a currency */
export function suggestPrices(
  prices: Prices,
  currencies: readonly string[],
  rates: Readonly<Record<string, number>>,
): Prices {
  const { USD: dollars } = prices;
  if (dollars === undefined) return prices;
  const suggested = currencies.flatMap((currency) => {
    const rate = rates[currency];
    const isKnown = prices[currency] !== undefined || rate === undefined || rate <= 0;
    return isKnown ? [] : [[currency, roundPrice(dollars / rate, currencyDecimals(currency))] as const];
  });
  return { ...prices, ...Object.fromEntries(suggested) };
}

/** 4.37 becomes 4.49, 437 becomes 440, 43,712 becomes 44,000: two digits that count, or the next half less a hundredth. */
function roundPrice(price: number, decimals: number): number {
  if (decimals >= 2 && price < 100) return Number((Math.max(Math.ceil(price * 2), 1) / 2 - 0.01).toFixed(2));
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(price, 1))) - 1, 0);
  return Math.ceil(price / step) * step;
}
