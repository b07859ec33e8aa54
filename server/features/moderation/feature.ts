import type { Infrastructure } from '#server/infrastructure.ts';
import { createModerationRoutes, type ModerationDeps } from './console-routes.ts';

export const createModerationFeature = ({
  database,
  readFilter,
}: Pick<Infrastructure, 'database'> & Pick<ModerationDeps, 'readFilter'>) => ({
  routes: { operatorModeration: createModerationRoutes({ database, readFilter }) },
});
