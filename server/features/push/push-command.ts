// npm run push: see its --help.
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDeferredQueue } from '#server/jobs/deferred-queue.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createPushMessaging } from './create-push-messaging.ts';
import { readPushArguments, runPushCommand } from './run-push-command.ts';

await runDatabaseCommand({
  read: readPushArguments,
  takesInput: ({ action }) => action === 'send' || action === 'import',
  work: async (asked, { config, database, sealer, log, now, report }, input) => {
    const findPage = (page: string): URL => buildPageAddress(config, page);
    const queue = createDeferredQueue();
    const push = createPushMessaging({ config, database, sealer, log, now, fetch: safeFetch, jobs: queue, findPage });
    // The command only queues jobs; a running server executes them.
    const jobs = await startJobs(database.connection, { definitions: push.jobs, log, poolSize: 1 });
    queue.start(jobs);
    try {
      await runPushCommand(asked, { database, push, report, operator: nameCommandOperator() }, input);
    } finally {
      await jobs.stop();
    }
  },
});
