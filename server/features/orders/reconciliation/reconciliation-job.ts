// Runs once a day on one node. Each job enqueues the next day's before it starts, with the date as its key, so there is
// one job however many nodes run, and a failure does not end the chain. It only plans: each provider account is a
// separate job, so one that fails doesn't delay the others.
import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { object, text } from '#model/schema.ts';
import { defineJob, type JobDefinition } from '#server/jobs/define-job.ts';
import type { JobQueue } from '#server/jobs/jobs.ts';
import { reconcileProviderRecords } from './reconcile-provider-records.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { planReconciliations } from './plan-reconciliations.ts';

export function defineReconciliationJob(deps: OrdersDeps, { send }: JobQueue): JobDefinition {
  const sendFor = async (at: Date): Promise<void> => {
    const day = at.toISOString();
    await deps.database.transaction((trx) => send(trx, definition, { day }, { startAfter: at, key: day }));
  };
  const definition: JobDefinition<typeof ComparisonData> = defineJob({
    name: 'payment-comparison',
    schema: ComparisonData,
    retryLimit: 5,
    backoff: { firstSeconds: 300, maxSeconds: 3600 },
    leaseSeconds: 1800,
    concurrency: 1,
    schedule: () => sendFor(nextTime(deps.now())),
    run: async ({ day, provider, game }) => {
      if (provider !== undefined) return reconcileProviderRecords(deps, provider, game);
      await sendFor(nextTime(deps.now()));
      const planned = await planReconciliations(deps);
      await deps.database.transaction(async (trx) => {
        for (const each of planned)
          await send(trx, definition, { day, ...each }, { key: `${day} ${each.provider} ${each.game ?? ''}` });
      });
    },
  });
  return definition;
}

const ComparisonData = object({
  day: text(40),
  provider: Type.Optional(text(60)),
  game: Type.Optional(GameName),
});

const dayMs = 24 * 3_600_000;
// In UTC: a time with few purchases.
const hourOfDay = 3;

function nextTime(now: Date): Date {
  const today = Math.floor(now.getTime() / dayMs) * dayMs + hourOfDay * 3_600_000;
  return new Date(today > now.getTime() ? today : today + dayMs);
}
