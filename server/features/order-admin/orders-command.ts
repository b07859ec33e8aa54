// npm run orders: see its --help.
import { findCallerFolder } from '#server/config.ts';
import { createConfirm } from '#server/db/confirm.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createMoney } from '#server/money-areas.ts';
import { loadProviders } from '#server/features/orders/providers/load-providers.ts';
import { readOrdersArguments, runOrdersCommand } from './run-orders-command.ts';

await runDatabaseCommand({
  read: readOrdersArguments,
  work: async (asked, { config, database, sealer, log, now, report }) => {
    const providers = await loadProviders();
    const money = createMoney({ config, database, sealer, log, now, vendorFetch: safeFetch, providers });
    // The command only writes what is to be done; a running server does it.
    const jobs = await startJobs(database.connection, { definitions: money.definitions, log, poolSize: 1 });
    money.start(jobs);
    try {
      await runOrdersCommand(asked, { orders: money.deps, report, confirm: createConfirm(), from: findCallerFolder() });
    } finally {
      await jobs.stop();
    }
  },
});
