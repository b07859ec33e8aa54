import type { Infrastructure } from '#server/infrastructure.ts';
import { withMailMetrics } from './with-mail-metrics.ts';
import { defineMailJob, type MailJobDeps } from './mail-job.ts';
import type { MailTransport } from './mail-transport.ts';
import type { QueueMail } from './queue-mail.ts';

export interface MailFeatureDeps extends Pick<
  Infrastructure,
  'config' | 'sealer' | 'log' | 'clock' | 'metrics' | 'jobs'
> {
  readonly transport: MailTransport;
  readonly portalName: MailJobDeps['portalName'];
}

export function createMailFeature(deps: MailFeatureDeps) {
  const { config, clock, metrics, jobs } = deps;
  const mail = defineMailJob({
    ...deps,
    transport: withMailMetrics(deps.transport, metrics),
    databaseNow: clock.read,
    portalUrl: config.publicUrl,
    consoleUrl: config.consoleUrl,
    from: config.mailFrom,
  });
  const queueMail: QueueMail = (trx, queued) => mail.queue(jobs, trx, queued);
  return { queueMail, jobs: [mail.definition] };
}
