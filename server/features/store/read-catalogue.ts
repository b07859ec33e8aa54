// Reads a game's catalogue, from memory, because it is listed on every visit. Only for display: `price-product.ts` prices
// orders without a cache.
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import { addGameTexts, buildCatalogueStatement, type CatalogueRow } from './catalogue-statement.ts';

export type ReadCatalogue = (game: string) => Promise<CatalogueRow | undefined>;

/** @param memory absent: every read asks the database */
export function createCatalogueReader(database: Database, memory?: ReadCacheDeps): ReadCatalogue {
  const read = database.prepareRead(
    compileStatement<{ game: string }, CatalogueRow>(({ game }) => buildCatalogueStatement(database.kysely, game)),
  );
  const readRow: ReadCatalogue = async (game) => {
    const [row] = await read({ game });
    return row && addGameTexts(row);
  };
  if (!memory) return readRow;
  // An object, so that a game without a store is cached as well.
  const readCached = createReadCache(
    { name: 'products', topics: ['game', 'product'], maxRows: maxCatalogues },
    memory,
    async (game) => ({ row: await readRow(game) }),
  );
  return async (game) => (await readCached(game))?.row;
}

const maxCatalogues = 2000;
