import { createOperatorJobRoutes, type JobAdminDeps } from './routes.ts';

export const createJobAdminFeature = (deps: JobAdminDeps) => ({
  routes: { operatorJobs: createOperatorJobRoutes(deps) },
});
