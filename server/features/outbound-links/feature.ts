import type { Infrastructure } from '#server/infrastructure.ts';
import { createOutboundLinkRoutes, type OutboundLinksDeps } from './routes.ts';

export interface OutboundLinksFeatureDeps extends Omit<OutboundLinksDeps, 'portalHome'> {
  readonly config: Infrastructure['config'];
}

export const createOutboundLinksFeature = ({ config, ...deps }: OutboundLinksFeatureDeps) => ({
  routes: { go: createOutboundLinkRoutes({ ...deps, portalHome: new URL(config.basePath, config.publicUrl) }) },
});
