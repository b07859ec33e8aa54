import type { ProductEntry } from '#model/product-entry.ts';

export interface PriceColumn {
  readonly currency: string;
  /** Products without a price in it. */
  readonly missing: number;
}

/** The currencies and platforms' units that a table of prices shows: those in use, and those that platforms need. */
export function listPriceColumns(
  products: readonly Pick<ProductEntry, 'Prices'>[],
  units: readonly string[],
): PriceColumn[] {
  const used = new Set(products.flatMap(({ Prices }) => Object.keys(Prices)));
  const currencies = [...new Set(['USD', ...[...used].toSorted(), ...units])];
  return currencies.map((currency) => ({
    currency,
    missing: products.filter(({ Prices }) => Prices[currency] === undefined).length,
  }));
}
