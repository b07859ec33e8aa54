// npm run operators: see its --help.
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { defineMailJob } from '#server/features/mail/mail-job.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createPortalConfigReader } from '#server/features/portal/read-portal-config.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { readOperatorsArguments, runOperatorsCommand } from './run-operators-command.ts';

await runDatabaseCommand({
  read: readOperatorsArguments,
  work: async (asked, { config, database, sealer, log, now, report }) => {
    const readPortal = createPortalConfigReader(database, log);
    const mail = defineMailJob({
      // The command only queues the mail; a running server sends it.
      transport: { send: () => Promise.reject(new Error('A command sends no mail.')) },
      sealer,
      log,
      metrics: createMetrics(),
      databaseNow: async () => now(),
      portalName: async () => (await readPortal()).CompanyBranding.Name,
      portalUrl: config.publicUrl,
      consoleUrl: config.consoleUrl,
      from: config.mailFrom,
    });
    const parts = { database, consoleUrl: config.consoleUrl, operator: nameCommandOperator(), report };
    if (asked.action !== 'add' || config.smtpUrl === undefined)
      return runOperatorsCommand(asked, { ...parts, queueMail: undefined });
    const jobs = await startJobs(database.connection, { definitions: [mail.definition], log, poolSize: 1 });
    try {
      await runOperatorsCommand(asked, { ...parts, queueMail: (trx, queued) => mail.queue(jobs, trx, queued) });
    } finally {
      await jobs.stop();
    }
  },
});
