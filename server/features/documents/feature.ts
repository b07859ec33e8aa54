import type { Infrastructure } from '#server/infrastructure.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createOperatorDocumentRoutes } from './console-routes.ts';
import { defineAcceptanceCountJob } from './count-acceptances-job.ts';
import { createDocumentsRoutes } from './routes.ts';

export const createDocumentsFeature = (deps: Pick<Infrastructure, 'database' | 'config' | 'jobs' | 'now'>) => ({
  routes: {
    documents: createDocumentsRoutes(deps.database, (page) => buildPageAddress(deps.config, page).href),
    operatorDocuments: createOperatorDocumentRoutes(deps.database),
  },
  jobs: [defineAcceptanceCountJob(deps) as JobDefinition],
});
