import { findInvocationFolder } from '#server/config.ts';
import { createConfirmationPrompt } from '#server/db/confirm.ts';
import { runDatabaseCommand } from '#server/db/run-database-command.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createDeferredQueue } from '#server/jobs/deferred-queue.ts';
import { createDryRunRequester } from '#server/features/deliveries/request-dry-run.ts';
import { createWebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { createPortalOrdersModule } from '#server/features/orders/create-portal-orders-module.ts';
import { loadProviders } from '#server/features/orders/providers/load-providers.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { readOrdersArguments, runOrdersCommand } from './run-orders-command.ts';

await runDatabaseCommand({
  read: readOrdersArguments,
  work: async (asked, { config, database, sealer, log, now, report }) => {
    const providers = await loadProviders();
    const shared = { config, database, sealer, log, now, fetch: safeFetch };
    const queue = createDeferredQueue();
    const orders = createPortalOrdersModule({
      ...shared,
      jobs: queue,
      providers,
      settings: createAdapterSettings(shared),
      requestDryRun: createDryRunRequester({ ...shared, endpoints: createWebhookEndpoints(database, sealer, now) }),
    });
    // The command only enqueues jobs; a running server processes them.
    const jobs = await startJobs(database.connection, { definitions: orders.jobs, log, poolSize: 1 });
    queue.start(jobs);
    try {
      await runOrdersCommand(asked, {
        orders: orders.deps,
        report,
        confirm: createConfirmationPrompt(),
        from: findInvocationFolder(),
      });
    } finally {
      await jobs.stop();
    }
  },
});
