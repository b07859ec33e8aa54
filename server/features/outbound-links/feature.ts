import type { Infrastructure } from '#server/infrastructure.ts';
import { createGoRoutes, type GoDeps } from './routes.ts';

export interface OutboundLinksFeatureDeps extends Omit<GoDeps, 'portalHome'> {
  readonly config: Infrastructure['config'];
}

export const createOutboundLinksFeature = ({ config, ...deps }: OutboundLinksFeatureDeps) => ({
  routes: { go: createGoRoutes({ ...deps, portalHome: new URL(config.basePath, config.publicUrl) }) },
});
