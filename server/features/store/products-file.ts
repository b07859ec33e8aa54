// A game's products as operators write them: a JSON array with prices in major units. Errors name their position.
// Printing products and setting them again changes nothing.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describeSchemaFault } from '#server/http/describe-schema-fault.ts';
import type { ValidationResult } from '#model/validation-result.ts';
import { toAlpha2Country } from '#model/country.ts';
import { isCurrency } from '#model/currency.ts';
import { currencyDecimals } from '#model/money.ts';
import { maxProducts, ProductEntry, type ProductPrices } from '#model/product-entry.ts';
import { isPlatformCurrencyUnit } from './platform-sale-terms.ts';
import { listPriceStepFaults } from './price-steps.ts';

const ProductsFile = Type.Array(ProductEntry, { maxItems: maxProducts });
const RatesFile = Type.Record(
  Type.String({ pattern: '^[A-Z]{3}$' }),
  Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
  { additionalProperties: false },
);
export type ParsedCurrencyRates = Readonly<Static<typeof RatesFile>>;

export interface ProductRules {
  /** Currencies with an exchange rate. */
  readonly rates: ReadonlySet<string>;
  /** The folders of the platforms that are configured for the game. */
  readonly platforms: ReadonlySet<string>;
}

export function parseProducts(json: string, rules: ProductRules): ProductEntry[] {
  return unwrap('products', validateProductsFile(parse(json), rules));
}

export function parseCurrencyRates(json: string): ParsedCurrencyRates {
  return unwrap('rates', validateCurrencyRates(parse(json)));
}

export function validateProductsFile(
  value: unknown,
  { rates, platforms }: ProductRules,
): ValidationResult<ProductEntry[]> {
  if (!Value.Check(ProductsFile, value)) return { faults: schemaFaults(ProductsFile, value) };
  const seen = new Set<string>();
  const known = new Set(value.map((entry) => entry.Sku));
  const faults = value.flatMap((entry, at) => {
    const isTwice = seen.has(entry.Sku);
    seen.add(entry.Sku);
    return [
      ...(isTwice ? [`/${at}/Sku ${entry.Sku} appears twice.`] : []),
      ...faultsOf(entry, `/${at}`, rates),
      ...additionalFaults(entry, `/${at}/AdditionalProducts`, known),
    ];
  });
  faults.push(...listPriceStepFaults(value, platforms));
  return faults.length > 0 ? { faults } : { value };
}

export function validateCurrencyRates(value: unknown): ValidationResult<ParsedCurrencyRates> {
  if (!Value.Check(RatesFile, value)) return { faults: schemaFaults(RatesFile, value) };
  const faults = Object.keys(value).flatMap((code) => moneyFaults(code, `/${code}`));
  return faults.length > 0 ? { faults } : { value };
}

export const majorToMinor = (major: number, currency: string): number =>
  Math.round(major * 10 ** currencyDecimals(currency));

function faultsOf(
  { Names, Prices: prices, CountryPrices = {} }: ProductEntry,
  place: string,
  rates: ReadonlySet<string>,
) {
  const faults: string[] = [];
  if (Object.keys(Names).length === 0) faults.push(`${place}/Names has no name. Add at least an English one.`);
  faults.push(...priceFaults(prices, `${place}/Prices`));
  for (const [country, own] of Object.entries(CountryPrices)) {
    if (toAlpha2Country(country) === undefined)
      faults.push(`${place}/CountryPrices/${country} isn't a three-letter ISO 3166 country.`);
    faults.push(...priceFaults(own, `${place}/CountryPrices/${country}`));
  }
  const used = [prices, ...Object.values(CountryPrices)].flatMap((each) => Object.keys(each));
  if (used.length === 0) faults.push(`${place}/Prices is empty. Add a price.`);
  const unknown =
    prices['USD'] === undefined ? [...new Set(used)].filter((code) => code !== 'USD' && !rates.has(code)) : [];
  if (unknown.length > 0)
    faults.push(
      `${place}/Prices has no USD, and nothing says what ${unknown.join(', ')} is worth: add a price in USD, or a rate with npm run products -- set-rates.`,
    );
  return faults;
}

const additionalFaults = (
  { Sku: own, AdditionalProducts = [] }: ProductEntry,
  place: string,
  known: ReadonlySet<string>,
): string[] =>
  AdditionalProducts.flatMap((sku, at) => {
    if (sku === own) return [`${place}/${at} is the product itself.`];
    return known.has(sku) ? [] : [`${place}/${at} ${sku} isn't a product in this file.`];
  });

const priceFaults = (prices: Static<typeof ProductPrices>, place: string): string[] =>
  Object.entries(prices).flatMap(([code, price]) => [
    ...moneyFaults(code, `${place}/${code}`),
    ...digitFaults(code, price, `${place}/${code}`),
  ]);

const moneyFaults = (code: string, place: string): string[] =>
  isCurrency(code) || isPlatformCurrencyUnit(code) ? [] : [`${place} isn't an ISO 4217 currency.`];

function digitFaults(code: string, price: number, place: string): string[] {
  const digits = currencyDecimals(code);
  const isExact = Number(price.toFixed(digits)) === price && majorToMinor(price, code) > 0;
  return isExact ? [] : [`${place} is ${price}, but ${code} has ${digits} decimals.`];
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new Error("Standard input isn't valid JSON.", { cause });
  }
}

const schemaFaults = (schema: TSchema, value: unknown): string[] =>
  Value.Errors(schema, value).map((error) => `${error.instancePath || '/'} ${describeSchemaFault(error)}`);

function unwrap<Value>(what: string, checked: ValidationResult<Value>): Value {
  if ('value' in checked) return checked.value;
  const { faults } = checked;
  const shown = faults.slice(0, 10).map((fault) => `  - ${fault}`);
  const more = faults.length > shown.length ? [`  and ${faults.length - shown.length} more`] : [];
  throw new Error(`The ${what} do not fit, and nothing was changed:\n${[...shown, ...more].join('\n')}`);
}
