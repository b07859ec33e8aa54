import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createHandoffRoutes } from './routes.ts';

export const createDeviceHandoffFeature = ({ config, database }: Pick<Infrastructure, 'config' | 'database'>) => ({
  routes: {
    handoffs: createHandoffRoutes({
      database,
      portalOrigin: config.publicUrl.origin,
      askAddress: buildPageAddress(config, 'LoginFromDevice'),
    }),
  },
});
