// Money is a whole number of minor units and a currency. Decimal numbers appear on the wire only, because the
// interface of the product has them there, and are made here.
import { Type, type Static } from 'typebox';
import { object, text } from './schema.ts';

export interface Money {
  readonly minor: number;
  readonly currency: string;
}

export const CurrencyCode = Type.String({
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
  description: 'ISO 4217, or a store unit of a platform',
});
export const CountryCode = Type.String({ pattern: '^[A-Z]{3}$', maxLength: 3, description: 'ISO 3166 alpha-3' });

/** A price as clients get it. */
export const PriceData = object({
  Price: Type.Number({ description: 'In major units' }),
  Currency: CurrencyCode,
  CurrencyIso4217: Type.Optional(Type.Integer({ minimum: 0, maximum: 999, description: 'The numeric code' })),
  LocalizedPrice: text(60),
});
export type PriceData = Static<typeof PriceData>;

/** How many digits follow the point: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  digitsByCurrency.set(currency, digits);
  return digits;
}

export const toMajor = (money: Money): number => money.minor / 10 ** minorDigits(money.currency);

/** `4,99 €`, as people of that language write it. */
export function formatMoney(money: Money, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency }).format(toMajor(money));
}

// Store units are no currencies: they are whole things.
const digitsByCurrency = new Map([['XTR', 0]]);
