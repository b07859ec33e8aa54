import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createOpenStoreFinder } from './open-stores.ts';
import { createCatalogueReader } from './read-catalogue.ts';
import { createCatalogueRoutes, type CatalogueDeps } from './routes.ts';

export interface StoreFeatureDeps
  extends
    Pick<Infrastructure, 'config' | 'database' | 'now'>,
    Pick<CatalogueDeps, 'requestDryRun' | 'resolveHandler'> {}

export function createStoreFeature({ config, ...deps }: StoreFeatureDeps) {
  const { gamesUrl, basePath } = config;
  const pageAddress = (page: string): string => buildPageAddress(config, page).href;
  return {
    findStores: createOpenStoreFinder(createCatalogueReader(deps.database, deps.now)),
    routes: { store: createCatalogueRoutes({ ...deps, gamesUrl, basePath, pageAddress }) },
  };
}
