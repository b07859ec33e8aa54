import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createDocumentsRoutes } from './routes.ts';

export const createDocumentsFeature = ({ database, config }: Pick<Infrastructure, 'database' | 'config'>) => ({
  routes: { documents: createDocumentsRoutes(database, (page) => buildPageAddress(config, page).href) },
});
