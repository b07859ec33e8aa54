import type { Infrastructure } from '#server/infrastructure.ts';
import { createContentRoutes, type ContentRoutesDeps } from './routes.ts';

export interface ContentFeatureDeps extends Pick<Infrastructure, 'config' | 'database' | 'sealer'> {
  readonly listMissing: ContentRoutesDeps['listMissing'];
}

export const createContentFeature = ({ config, database, sealer, listMissing }: ContentFeatureDeps) => ({
  routes: { operator: createContentRoutes({ config, database, sealer, listMissing, mayChangeSettings: false }) },
});
