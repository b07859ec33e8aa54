// The catalogue of a game, as this node last read it. Products change a few times a week and are listed on every visit, so a
// catalogue is remembered for two seconds. That is for showing: orders are priced by `price-product.ts`, which remembers nothing.
import type { Database } from '#server/db/database.ts';
import { compileStatement } from '#server/db/define-statement.ts';
import { addGameWords, buildCatalogueStatement, type CatalogueRow } from './catalogue-statement.ts';

export type ReadCatalogue = (game: string) => Promise<CatalogueRow | undefined>;

export function createCatalogueReader(database: Database, now: () => Date): ReadCatalogue {
  const read = database.prepareRead(
    compileStatement<{ game: string }, CatalogueRow>(({ game }) => buildCatalogueStatement(database.kysely, game)),
  );
  const remembered = new Map<string, { readonly until: number; readonly row: Promise<CatalogueRow | undefined> }>();
  return (game) => {
    const known = remembered.get(game);
    if (known && now().getTime() < known.until) return known.row;
    const row = read({ game }).then(([first]) => first && addGameWords(first));
    if (remembered.size >= maxRemembered) remembered.clear();
    // All who ask while it is being read wait for the same answer.
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
