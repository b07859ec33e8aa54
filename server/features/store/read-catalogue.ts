// Reads a game's catalogue, cached for two seconds per node, because it is listed on every visit. Only for display:
// `price-product.ts` prices orders without a cache.
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { addGameTexts, buildCatalogueStatement, type CatalogueRow } from './catalogue-statement.ts';

export type ReadCatalogue = (game: string) => Promise<CatalogueRow | undefined>;

export function createCatalogueReader(database: Database, now: () => Date): ReadCatalogue {
  const read = database.prepareRead(
    compileStatement<{ game: string }, CatalogueRow>(({ game }) => buildCatalogueStatement(database.kysely, game)),
  );
  const remembered = new Map<string, { readonly until: number; readonly row: Promise<CatalogueRow | undefined> }>();
  return (game) => {
    const known = remembered.get(game);
    if (known && now().getTime() < known.until) return known.row;
    const row = read({ game }).then(([first]) => first && addGameTexts(first));
    if (remembered.size >= maxRemembered) remembered.clear();
    // Concurrent callers share one read.
    const entry = { until: now().getTime() + rememberMs, row };
    remembered.set(game, entry);
    return row.catch((error: unknown) => {
      if (remembered.get(game) === entry) remembered.delete(game);
      throw error;
    });
  };
}

const rememberMs = 2000;
const maxRemembered = 500;
