import type { CatalogueRow } from './catalogue-statement.ts';
import { listPricedProducts } from './list-products.ts';
import { createCurrencyCheck } from './payable-currencies.ts';
import type { ReadCatalogue } from './read-catalogue.ts';

export type FindOpenStores = (games: readonly string[], country: string | undefined) => Promise<ReadonlySet<string>>;

export function createOpenStoreFinder(read: ReadCatalogue): FindOpenStores {
  return async (games, country) => {
    const catalogues = await Promise.all(games.map((game) => read(game)));
    return new Set(catalogues.flatMap((found) => (found && isStoreOpen(found, country) ? [found.game] : [])));
  };
}

/** Without a payment provider nothing can be bought. */
export const isStoreOpen = (catalogue: CatalogueRow, country: string | undefined): boolean =>
  Object.values(catalogue.config.Store).includes(true) &&
  listPricedProducts(catalogue, { country, canPayIn: createCurrencyCheck(catalogue.config.Store) }).length > 0;
