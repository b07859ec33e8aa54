// Which price a buyer gets. Who asks for a currency gets it where there is a price in it; else it is the currency of the
// buyer's country, then US dollars, then euros, then the first of the alphabet. A unit of a platform is given to who asks for it
// and stands for nothing else, because nobody can pay with it elsewhere. A price for the buyer's country goes before the
// currency's own.
import { currencyOfCountry, isCurrency } from '#model/currency.ts';
import { toMajor } from '#model/money.ts';
import type { CatalogueRow, ProductRow } from './catalogue-statement.ts';

export interface Buyer {
  /** What was asked for. */
  readonly currency?: string | undefined;
  /** Nothing else can be paid there, so there is no price in another currency. */
  readonly isOnly?: boolean | undefined;
  /** Whether a currency can be paid there; absent: all of them. */
  readonly canPayIn?: ((currency: string) => boolean) | undefined;
  /** Where the buyer is. */
  readonly country?: string | undefined;
}

export interface ChosenPrice {
  readonly priceMinor: number;
  readonly currency: string;
  readonly usdMinor: number;
  /** What it cost before a sale. */
  readonly wasMinor?: number;
}

/** What a unit of a currency is worth in dollars, as an operator has set it. */
export type Rates = Readonly<CatalogueRow['rates']>;

/** Undefined: it is not for sale to this buyer. */
export function choosePrice(product: ProductRow, buyer: Buyer, rates: Rates): ChosenPrice | undefined {
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

/** The one for a whole list; each product then falls back from it as it would alone. */
export function chooseCurrency(products: readonly ProductRow[], buyer: Buyer): string {
  const offered = listCurrencies(products, buyer.country);
  const first = preferred(buyer, offered).find((currency) => offered.has(currency));
  return first ?? buyer.currency ?? 'USD';
}

/** In which money something is sold in the country. */
export function listCurrencies(products: readonly ProductRow[], country: string | undefined): ReadonlySet<string> {
  return new Set(
    products.flatMap(({ prices, country_prices }) => [
      ...prices.map(({ currency }) => currency),
      ...country_prices.filter((price) => price.country === country).map(({ currency }) => currency),
    ]),
  );
}

function preferred({ currency, isOnly, country, canPayIn }: Buyer, offered: ReadonlySet<string>): readonly string[] {
  if (currency !== undefined && (isOnly === true || !isCurrency(currency))) return [currency];
  const own = country === undefined ? undefined : currencyOfCountry(country);
  const rest = [...offered].filter(isCurrency).toSorted();
  const ordered = [currency, own, 'USD', 'EUR', ...rest].filter((each) => each !== undefined);
  return canPayIn ? ordered.filter(canPayIn) : ordered;
}

function priceIn(product: ProductRow, currency: string, country: string | undefined): number | undefined {
  const price = countryPrice(product, currency, country) ?? ownPrice(product, currency);
  // Nothing can be paid for nothing.
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
 * What a price is worth in cents, for statistics. The product's own price in dollars says it best, made smaller or larger as
 * the country's price is against the usual one; without it the operator's rate does.
 */
function usdMinorOf(
  product: ProductRow,
  { currency, priceMinor, country }: { currency: string; priceMinor: number; country: string | undefined },
  rates: Rates,
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
  return rate === undefined ? undefined : Math.round(toMajor({ minor: priceMinor, currency }) * rate * 100);
}
