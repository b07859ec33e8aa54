// Builds the response of `store_data`. It is identical for one currency, country and language, so it is cached per
// combination as long as its catalogue is.
import type { Static } from 'typebox';
import type { storeRoutes } from '#contract/store.ts';
import { currencyOfCountry, isCurrency } from '#model/currency.ts';
import type { Locale } from '#model/locale.ts';
import { currencyDecimals } from '#model/money.ts';
import { resolveGameUrl, type PublicGameConfigOptions } from '#server/features/games/public-game-config.ts';
import { markReplyForCaching } from '#server/http/cached-reply.ts';
import type { CatalogueRow, ProductRow } from './catalogue-statement.ts';
import { chooseCurrency, choosePrice, listCurrencies, type PriceContext, type ChosenPrice } from './choose-price.ts';
import { describeStoreProduct } from './describe-product.ts';
import { createCurrencyCheck } from './payable-currencies.ts';
import { choosePlatformCurrency, choosePlatformCurrencyUnit, findPlatformSaleTerms } from './platform-sale-terms.ts';

export interface ProductListRequest extends PriceContext {
  /** Absent: uses the browser's `fallback` and includes names in every language. */
  readonly locale: Locale | undefined;
  readonly fallback: Locale;
  /** Only these products, even hidden ones; absent for all visible ones. */
  readonly skus?: readonly string[] | undefined;
  readonly platform?: string | undefined;
  readonly platformPrices?: readonly PlatformPrice[] | undefined;
}

interface PlatformPrice {
  readonly Sku: string;
  readonly Price: number;
  readonly Currency: string;
}

type StoreData = Static<typeof storeRoutes.storeData.reply>;

export function createProductLister(
  portal: PublicGameConfigOptions,
): (catalogue: CatalogueRow, asked: ProductListRequest) => StoreData {
  const byContent = boundedMap<Kept>(maxLists);
  // Different requests often have the same response. Computing its key is slower than a lookup by request, so both are
  // cached.
  const byQuestion = boundedMap<Kept>(maxQuestions);
  return (catalogue, asked) => {
    if (asked.skus !== undefined || asked.platformPrices !== undefined) return makeList(catalogue, asked, portal);
    const { platform, currency, country, locale, fallback } = asked;
    const question = `${catalogue.game} ${platform} ${currency} ${asked.isOnly} ${country} ${locale} ${fallback}`;
    const answered = byQuestion.get(question);
    if (answered?.catalogue === catalogue) return answered.reply;
    const content = contentOf(catalogue, asked);
    const known = byContent.get(content);
    const kept =
      known?.catalogue === catalogue
        ? known
        : { catalogue, reply: markReplyForCaching(makeList(catalogue, asked, portal)) };
    byContent.set(content, kept);
    byQuestion.set(question, kept);
    return kept.reply;
  };
}

export function listPricedProducts(catalogue: CatalogueRow, buyer: PriceContext): readonly [ProductRow, ChosenPrice][] {
  return catalogue.products.flatMap((product): [ProductRow, ChosenPrice][] => {
    const price = product.show_in_web_store ? choosePrice(product, buyer, catalogue.rates) : undefined;
    return price ? [[product, price]] : [];
  });
}

const maxLists = 200;
const maxQuestions = 2000;

interface Kept {
  readonly catalogue: CatalogueRow;
  readonly reply: StoreData;
}

/** Evicts the oldest entry, so that requests for many lists can't use unlimited memory. */
function boundedMap<Value>(most: number): Pick<Map<string, Value>, 'get' | 'set'> {
  const map = new Map<string, Value>();
  return {
    get: (key) => map.get(key),
    set: (key, value) => {
      map.delete(key);
      const [oldest] = map.size >= most ? map.keys() : [];
      if (oldest !== undefined) map.delete(oldest);
      return map.set(key, value);
    },
  };
}

function makeList(
  catalogue: CatalogueRow,
  asked: ProductListRequest,
  { gamesUrl, basePath }: PublicGameConfigOptions,
): StoreData {
  const { skus, platformPrices, locale, fallback, country } = asked;
  const wanted = skus && new Set(skus);
  const products = catalogue.products.filter(({ sku, show_in_web_store }) => wanted?.has(sku) ?? show_in_web_store);
  const { sale, money } = choosePlatformCurrency(asked.platform, asked.currency);
  const isOnly = money?.isOnly ?? (asked.isOnly === true && asked.currency !== undefined);
  const canPayIn = sale.by === 'portal' ? createCurrencyCheck(catalogue.config.Store, asked.platform) : undefined;
  const currency = money ? chooseCurrency(products, { ...money, isOnly, canPayIn, country }) : (asked.currency ?? '');
  const ownCountry = withOwnPrices(products, country);
  const place = {
    game: catalogue.game,
    locale: locale ?? fallback,
    allLanguages: locale === undefined,
    onHost: (address: string): string => resolveGameUrl(catalogue.game, gamesUrl, address),
    basePath,
  };
  const priceOf = (product: ProductRow): ChosenPrice | undefined => {
    if (!money) return undefined;
    const ours = choosePrice(product, { currency, isOnly, canPayIn, country }, catalogue.rates);
    return platformPrices === undefined ? ours : platformPrice(product, platformPrices, ours);
  };
  return {
    Products: products.flatMap((product) => {
      const price = priceOf(product);
      return price ? [describeStoreProduct(product, price, place)] : [];
    }),
    Currency: platformPrices?.[0]?.Currency ?? currency,
    ...(ownCountry !== undefined && { Country: ownCountry }),
    Currencies:
      sale.unit === undefined && !isOnly
        ? [...listCurrencies(products, country)].filter(canPayIn ?? isCurrency).toSorted()
        : [],
  };
}

function platformPrice(
  { sku }: ProductRow,
  prices: readonly PlatformPrice[],
  ours: ChosenPrice | undefined,
): ChosenPrice | undefined {
  const own = prices.find((price) => price.Sku === sku);
  if (!own || !ours) return undefined;
  const priceMinor = Math.round(own.Price * 10 ** currencyDecimals(own.Currency));
  return { priceMinor, currency: own.Currency, usdMinor: ours.usdMinor };
}

/** Everything a list depends on. Countries without their own prices share a list if they use the same currency. */
function contentOf({ game, products, config }: CatalogueRow, asked: ProductListRequest): string {
  const { locale, fallback, country } = asked;
  const sale = findPlatformSaleTerms(asked.platform);
  const unit = choosePlatformCurrencyUnit(sale, asked.currency);
  const canPayIn = sale.by === 'portal' ? createCurrencyCheck(config.Store, asked.platform) : undefined;
  const shown = products.filter(({ show_in_web_store }) => show_in_web_store);
  const own = (country !== undefined && currencyOfCountry(country)) || '';
  return [
    game,
    unit ?? '',
    chooseCurrency(shown, unit === undefined ? { ...asked, canPayIn } : { currency: unit, isOnly: true, country }),
    asked.isOnly === true ? 'only' : '',
    canPayIn ? (asked.platform ?? 'FxId') : '',
    listCurrencies(shown, country).has(own) ? own : '',
    withOwnPrices(shown, country) ?? '',
    locale ?? `${fallback}, all languages`,
  ].join(' ');
}

function withOwnPrices(products: readonly ProductRow[], country: string | undefined): string | undefined {
  return products.some(({ country_prices }) => country_prices.some((price) => price.country === country))
    ? country
    : undefined;
}
