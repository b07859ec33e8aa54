import type { Infrastructure } from '#server/infrastructure.ts';
import { defineDeleteExpiredRowsJob } from './delete-expired-rows-job.ts';
import { defineErasureJob } from './erasure-job.ts';
import type { ScheduleErasure } from './request-deletion.ts';

export function createAccountDeletionFeature(
  deps: Pick<Infrastructure, 'config' | 'database' | 'log' | 'now' | 'jobs'>,
) {
  const erasure = defineErasureJob(deps);
  const scheduleErasure: ScheduleErasure = (...deletion) => erasure.schedule(deps.jobs, ...deletion);
  return { scheduleErasure, jobs: [erasure.definition, defineDeleteExpiredRowsJob(deps)] };
}
