import { sendSignal } from '#server/db/signals.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { createOrders, type Orders, type OrdersParts } from './create-orders.ts';
import { createCircuitBreakers, type CircuitBreakers } from './providers/circuit-breakers.ts';

export interface PortalOrdersDeps
  extends
    Pick<Infrastructure, 'config' | 'database' | 'sealer' | 'log' | 'now' | 'fetch' | 'jobs'>,
    // A command has neither signals nor metrics.
    Partial<Pick<Infrastructure, 'signals' | 'metrics'>>,
    Pick<OrdersParts, 'providers' | 'settings' | 'requestDryRun'> {}

export function createPortalOrders(deps: PortalOrdersDeps): Orders {
  const { config, database, sealer, log, now, fetch, jobs, providers, settings, requestDryRun } = deps;
  return createOrders({
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

function shareBreakers({ database, now, log, signals, metrics }: PortalOrdersDeps): CircuitBreakers {
  const topic = 'payment-breaker';
  const breakers = createCircuitBreakers({ now, log, publish: (signal) => sendSignal(database.kysely, topic, signal) });
  signals?.on(topic, breakers.onSignal);
  metrics?.collect((set) => {
    const folders = [...breakers.failing].map((account) => account.split(':', 1).join());
    for (const provider of new Set(folders))
      set('fxid_providers_failing', { provider }, folders.filter((each) => each === provider).length);
  });
  return breakers;
}
