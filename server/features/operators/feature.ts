import { computeRateLimitFactor } from '#server/config.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createOperatorAdminRoutes } from './admin-routes.ts';
import { createConsoleRoutes, type ConsoleRoutesDeps } from './console-routes.ts';
import { createOwnAccountRoutes } from './own-account-routes.ts';

export interface OperatorsFeatureDeps extends Pick<Infrastructure, 'config' | 'database' | 'sealer' | 'now'> {
  readonly queueMail: QueueMail;
  readonly readPortalName: () => Promise<string>;
  readonly isLab: boolean;
}

export function createOperatorsFeature({ config, ...parts }: OperatorsFeatureDeps) {
  const deps: ConsoleRoutesDeps = {
    ...parts,
    consoleUrl: config.consoleUrl,
    portalUrl: config.publicUrl,
    networkFactor: computeRateLimitFactor(config),
  };
  return {
    routes: {
      console: { ...createConsoleRoutes(deps), ...createOwnAccountRoutes(deps) },
      operatorAdmin: createOperatorAdminRoutes(deps),
    },
  };
}
