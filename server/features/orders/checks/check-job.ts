import { Type } from 'typebox';
import { object, uuid } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { checkStepCount } from './check-schedule.ts';
import { runAttemptCheck } from './run-attempt-check.ts';

interface AttemptCheckJob {
  readonly definition: JobDefinition;
  readonly sendCheck: OrdersDeps['sendCheck'];
}

export function defineAttemptCheckJob(deps: () => OrdersDeps, { send }: Pick<Jobs, 'send'>): AttemptCheckJob {
  const definition: JobDefinition<typeof CheckData> = defineJob({
    name: 'payment-check',
    schema: CheckData,
    // The next scheduled check follows anyway.
    retryLimit: 3,
    backoff: { firstSeconds: 10, maxSeconds: 300 },
    concurrency: 4,
    run: (data) => runAttemptCheck(deps(), data),
  });
  return {
    definition,
    sendCheck: async (target, { attemptId, step, cancel }, when) => {
      const data = { attemptId, ...(step !== undefined && { step }), ...(cancel !== undefined && { cancel }) };
      await send(target, definition, data, when);
    },
  };
}

const CheckData = object({
  attemptId: uuid,
  step: Type.Optional(Type.Integer({ minimum: 0, maximum: checkStepCount })),
  cancel: Type.Optional(Type.Boolean()),
});
