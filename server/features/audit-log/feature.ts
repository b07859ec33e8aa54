import type { Infrastructure } from '#server/infrastructure.ts';
import { createAuditLogRoutes } from './routes.ts';

export const createAuditLogFeature = ({ database }: Pick<Infrastructure, 'database'>) => ({
  routes: { auditLog: createAuditLogRoutes(database) },
});
