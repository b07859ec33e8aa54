import type { Infrastructure } from '#server/infrastructure.ts';
import type { JobDefinition } from '#server/jobs/define-job.ts';
import { createDocumentDraftRoutes } from './document-routes.ts';
import { createNewsDraftRoutes } from './news-routes.ts';
import { createDraftRoutes } from './routes.ts';
import { createDraftScheduler } from './schedule-drafts.ts';

export function createContentDraftsFeature({
  config,
  database,
  sealer,
  jobs,
  log,
  now,
}: Pick<Infrastructure, 'config' | 'database' | 'sealer' | 'jobs' | 'log' | 'now'>) {
  const deps = { config, database, sealer, mayChangeSettings: false };
  const { definition, schedule } = createDraftScheduler({ ...deps, jobs, log, now });
  return {
    routes: {
      operatorDrafts: createDraftRoutes({ ...deps, schedule, now }),
      operatorDocuments: createDocumentDraftRoutes(deps),
      operatorNews: createNewsDraftRoutes(deps),
    },
    jobs: [definition as JobDefinition],
  };
}
