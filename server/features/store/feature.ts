import type { ReadCacheDeps } from '#server/db/read-cache.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createConsoleProductRoutes } from './console-routes.ts';
import { createOpenStoreFinder } from './open-stores.ts';
import { createCatalogueReader } from './read-catalogue.ts';
import { createCatalogueRoutes, type CatalogueDeps } from './routes.ts';

export interface StoreFeatureDeps
  extends Pick<Infrastructure, 'config' | 'database'>, Pick<CatalogueDeps, 'requestDryRun' | 'resolveHandler'> {
  readonly memory: ReadCacheDeps;
}

export function createStoreFeature({ config, database, memory, ...deps }: StoreFeatureDeps) {
  const { gamesUrl, basePath } = config;
  const pageAddress = (page: string): string => buildPageAddress(config, page).href;
  const readCatalogue = createCatalogueReader(database, memory);
  return {
    findStores: createOpenStoreFinder(readCatalogue),
    routes: {
      operatorProducts: createConsoleProductRoutes(database),
      store: createCatalogueRoutes({ ...deps, database, readCatalogue, gamesUrl, basePath, pageAddress }),
    },
  };
}
