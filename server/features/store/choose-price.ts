// Chooses a buyer's price. A requested currency is used if the product has a price in it; otherwise the currency of the
// buyer's country, then US dollars, euros, and the first alphabetically. A platform's own unit is used only on request,
// because it is worth nothing elsewhere. A price for the buyer's country takes precedence.
import { currencyOfCountry, isCurrency } from '#model/currency.ts';
import { toMajorUnits } from '#model/money.ts';
import type { CatalogueRow, ProductRow } from './catalogue-statement.ts';

export interface PriceContext {
  readonly currency?: string | undefined;
  /** The platform accepts only this currency, so there is no fallback. */
  readonly isOnly?: boolean | undefined;
  readonly canPayIn?: ((currency: string) => boolean) | undefined;
  readonly country?: string | undefined;
}

export interface ChosenPrice {
  readonly priceMinor: number;
  readonly currency: string;
  readonly usdMinor: number;
  readonly wasMinor?: number;
}

/** Value of currency units in US dollars, set by an operator. */
export type CurrencyRates = Readonly<CatalogueRow['rates']>;

export function choosePrice(product: ProductRow, buyer: PriceContext, rates: CurrencyRates): ChosenPrice | undefined {
  const { country } = buyer;
  for (const currency of preferred(buyer, listCurrencies([product], country))) {
    const priceMinor = priceIn(product, currency, country);
    if (priceMinor === undefined) continue;
    const usdMinor = usdMinorOf(product, { currency, priceMinor, country }, rates);
    if (usdMinor === undefined) continue;
    const { was_percent } = product;
    const wasMinor = Math.round((priceMinor * was_percent) / 100);
    return { priceMinor, currency, usdMinor, ...(wasMinor > priceMinor && { wasMinor }) };
  }
  return undefined;
}

/** Chooses one currency for a whole list; products without a price in it fall back individually. */
export function chooseCurrency(products: readonly ProductRow[], buyer: PriceContext): string {
  const offered = listCurrencies(products, buyer.country);
  const first = preferred(buyer, offered).find((currency) => offered.has(currency));
  return first ?? buyer.currency ?? 'USD';
}

export function listCurrencies(products: readonly ProductRow[], country: string | undefined): ReadonlySet<string> {
  return new Set(
    products.flatMap(({ prices, country_prices }) => [
      ...prices.map(({ currency }) => currency),
      ...country_prices.filter((price) => price.country === country).map(({ currency }) => currency),
    ]),
  );
}

function preferred(
  { currency, isOnly, country, canPayIn }: PriceContext,
  offered: ReadonlySet<string>,
): readonly string[] {
  if (currency !== undefined && (isOnly === true || !isCurrency(currency))) return [currency];
  const own = country === undefined ? undefined : currencyOfCountry(country);
  const rest = [...offered].filter(isCurrency).toSorted();
  const ordered = [currency, own, 'USD', 'EUR', ...rest].filter((each) => each !== undefined);
  return canPayIn ? ordered.filter(canPayIn) : ordered;
}

function priceIn(product: ProductRow, currency: string, country: string | undefined): number | undefined {
  const price = countryPrice(product, currency, country) ?? ownPrice(product, currency);
  // A price of 0 can't be paid.
  return price === 0 ? undefined : price;
}

const ownPrice = ({ prices }: ProductRow, currency: string): number | undefined =>
  prices.find((price) => price.currency === currency)?.price_minor;

const countryPrice = (
  { country_prices }: ProductRow,
  currency: string,
  country: string | undefined,
): number | undefined =>
  country_prices.find((price) => price.currency === currency && price.country === country)?.price_minor;

/**
 * The price in US cents, for statistics: from the product's US dollar price, scaled by how much the country's price
 * differs from the default, otherwise from the operator's rate.
 */
function usdMinorOf(
  product: ProductRow,
  { currency, priceMinor, country }: { currency: string; priceMinor: number; country: string | undefined },
  rates: CurrencyRates,
): number | undefined {
  if (currency === 'USD') return priceMinor;
  const forCountry = countryPrice(product, 'USD', country);
  if (forCountry !== undefined) return forCountry;
  const usual = ownPrice(product, 'USD');
  if (usual !== undefined) {
    const own = ownPrice(product, currency);
    return own === undefined || own === 0 ? usual : Math.round((usual * priceMinor) / own);
  }
  const rate = rates.find((each) => each.currency === currency)?.usd_per_unit;
  return rate === undefined ? undefined : Math.round(toMajorUnits({ minor: priceMinor, currency }) * rate * 100);
}
