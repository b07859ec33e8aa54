import { sendSignalToNodes } from '#server/db/node-signals.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createOrdersModule, type OrdersModule, type OrdersModuleParts } from './create-orders-module.ts';
import { createCircuitBreakers, type CircuitBreakers } from './providers/circuit-breakers.ts';

export interface PortalOrdersModuleDeps
  extends
    Pick<Infrastructure, 'config' | 'database' | 'sealer' | 'log' | 'now' | 'fetch' | 'jobs'>,
    // A command has neither signals nor metrics.
    Partial<Pick<Infrastructure, 'signals' | 'metrics'>>,
    Pick<OrdersModuleParts, 'providers' | 'settings' | 'requestDryRun'> {}

export function createPortalOrdersModule(deps: PortalOrdersModuleDeps): OrdersModule {
  const { config, database, sealer, log, now, fetch, jobs, providers, settings, requestDryRun } = deps;
  return createOrdersModule({
    database,
    sealer,
    log,
    now,
    fetch,
    jobs,
    providers,
    settings,
    requestDryRun,
    breakers: shareBreakers(deps),
    count: deps.metrics?.count,
    takesTestMoney: !config.production,
    returnAddress: buildPageAddress(config, 'Store/Return/').href,
    portalUrl: new URL(config.basePath, config.publicUrl).href,
    pageAddress: (page) => buildPageAddress(config, page).href,
  });
}

function shareBreakers({ database, now, log, signals, metrics }: PortalOrdersModuleDeps): CircuitBreakers {
  const topic = 'payment-breaker';
  const breakers = createCircuitBreakers({
    now,
    log,
    publish: (signal) => sendSignalToNodes(database.kysely, topic, signal),
  });
  signals?.on(topic, breakers.onSignal);
  metrics?.collect((set) => {
    const folders = [...breakers.failing].map((account) => account.split(':', 1).join());
    for (const provider of new Set(folders))
      set('fxid_providers_failing', { provider }, folders.filter((each) => each === provider).length);
  });
  return breakers;
}
