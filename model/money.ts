// Money is an integer number of minor units plus a currency. Only the API uses decimal numbers, as the specification
// requires.
import { Type, type Static } from 'typebox';
import { isCurrency } from './currency.ts';
import { object, text } from './schema.ts';

export interface Money {
  readonly minor: number;
  readonly currency: string;
}

export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
  description: "ISO 4217 code, or a platform's own unit",
});
export const CountryCode = Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3, description: 'ISO 3166 alpha-3' });

export const PriceData = object({
  Price: Type.Number({ description: 'In major units' }),
  Currency: CurrencyCode,
  CurrencyIso4217: Type.Optional(Type.Integer({ minimum: 0, maximum: 999, description: 'Numeric currency code' })),
  LocalizedPrice: text(60),
});
export type PriceData = Static<typeof PriceData>;

/**
 * The number of decimals by ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. Does not use Intl, which follows common usage
 * and gives the Iraqi dinar none. A code that is not a currency is a platform's unit, which has no decimals.
 */
export const currencyDecimals = (currency: string): number =>
  unusualDigits.get(currency) ?? (isCurrency(currency) ? 2 : 0);

export const toMajorUnits = (money: Money): number => money.minor / 10 ** currencyDecimals(money.currency);

/**
 * `4,99 €` as written in that language. For amounts that may be in a platform's unit, use the store's `formatPrice`.
 */
export const formatMoney = (money: Money, locale: string): string =>
  formatOf(locale, money.currency).format(toMajorUnits(money));

const unusualDigits: ReadonlyMap<string, number> = new Map(
  (
    [
      [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
      [3, 'BHD IQD JOD KWD LYD OMR TND'],
      [4, 'CLF UYW'],
    ] as const
  ).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, digits] as const)),
);

// Cached, because creating a NumberFormat costs more than a hundred uses of it.
const formats = new Map<string, Intl.NumberFormat>();
const maxFormats = 1000;

function formatOf(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known) return known;
  const digits = currencyDecimals(currency);
  const made = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(key, made);
  return made;
}
