import type { Infrastructure } from '#server/infrastructure.ts';
import { createContentRoutes, type ContentRoutesDeps } from './routes.ts';

export interface ContentFeatureDeps extends Pick<Infrastructure, 'config' | 'database' | 'sealer'> {
  readonly listMissingSetup: ContentRoutesDeps['listMissingSetup'];
}

export const createContentFeature = ({ config, database, sealer, listMissingSetup }: ContentFeatureDeps) => ({
  routes: {
    operator: createContentRoutes({
      config,
      database,
      sealer,
      listMissingSetup,
      mayChangeSettings: false,
      secondPerson: config.secondPerson,
    }),
  },
});
