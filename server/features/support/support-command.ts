// npm run support: see its --help.
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { defineMailJob } from '#server/features/mail/mail-job.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { createPortalConfigReader } from '#server/features/portal/read-portal-config.ts';
import { createPushMessaging } from '#server/features/push/create-push-messaging.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDeferredQueue } from '#server/jobs/deferred-queue.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { readSupportArguments, runSupportCommand } from './run-support-command.ts';

await runDatabaseCommand({
  read: readSupportArguments,
  takesInput: ({ action }) => action === 'answer',
  work: async (asked, { config, database, sealer, log, now, report }, input) => {
    const readPortal = createPortalConfigReader(database, log);
    const findPage = (page: string): URL => buildPageAddress(config, page);
    const queue = createDeferredQueue();
    const push = createPushMessaging({ config, database, sealer, log, now, fetch: safeFetch, jobs: queue, findPage });
    const mail = defineMailJob({
      // The command only queues jobs; a running server executes them.
      transport: { send: () => Promise.reject(new Error('A command sends no mail.')) },
      sealer,
      log,
      metrics: createMetrics(),
      databaseNow: async () => now(),
      portalName: async () => (await readPortal()).CompanyBranding.Name,
      portalUrl: config.publicUrl,
      from: config.mailFrom,
    });
    const definitions = [mail.definition, ...push.jobs];
    const jobs = await startJobs(database.connection, { definitions, log, poolSize: 1 });
    queue.start(jobs);
    const queueMail: QueueMail = (trx, queued) => mail.queue(jobs, trx, queued);
    try {
      const deps = {
        database,
        queueMail,
        notifyPlayer: push.notifyPlayer,
        readPortal,
        now,
        findPage,
      };
      await runSupportCommand(asked, { deps, report, operator: nameCommandOperator() }, input);
    } finally {
      await jobs.stop();
    }
  },
});
