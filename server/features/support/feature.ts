import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createSupportRoutes, type SupportDeps } from './routes.ts';

export interface SupportFeatureDeps extends Omit<SupportDeps, 'findPage' | 'portalLink'> {
  readonly config: Infrastructure['config'];
}

export const createSupportFeature = ({ config, ...deps }: SupportFeatureDeps) => ({
  routes: {
    support: createSupportRoutes({
      ...deps,
      findPage: (page) => buildPageAddress(config, page),
      portalLink: new URL(config.basePath, config.publicUrl).href,
    }),
  },
});
