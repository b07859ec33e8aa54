import type { PortalConfig } from '#contract/config.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createOperatorPushRoutes } from './console-routes.ts';
import { createPushMessaging, type PushMessagingDeps } from './create-push-messaging.ts';
import { createPushRoutes } from './routes.ts';

export interface PushFeatureDeps extends Omit<PushMessagingDeps, 'findPage'> {
  readonly readConfig: () => Promise<PortalConfig>;
}

export function createPushFeature({ readConfig, ...deps }: PushFeatureDeps) {
  const { config, database, sealer, now } = deps;
  const push = createPushMessaging({ ...deps, findPage: (page) => buildPageAddress(config, page) });
  return {
    ...push,
    routes: {
      push: createPushRoutes({ database, sealer, push, readPortal: readConfig }),
      operatorPush: createOperatorPushRoutes({ database, push, perDay: config.pushPerDay, now }),
    },
  };
}
