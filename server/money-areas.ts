// Puts together everything about money: the catalogue, orders with their payments and notices, and deliveries to games.
import type * as providers from '#payments/registry.ts';
import { buildPageAddress } from './account-areas.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { sendSignal, type Signals } from './db/signals.ts';
import { createPullEventsRoutes } from './features/cross-play/pull-events.ts';
import { createDryRun } from './features/deliveries/ask-dry-run.ts';
import { createEndpoints } from './features/deliveries/endpoints.ts';
import { createHistoryRoutes } from './features/deliveries/history-routes.ts';
import { createDeliveriesRoutes } from './features/deliveries/routes.ts';
import { createBreakers, type Breakers } from './features/orders/providers/breakers.ts';
import { resolvePaymentHandler } from './features/orders/providers/choose-provider.ts';
import { createOrders, type Orders } from './features/orders/create-orders.ts';
import type { LoadedProvider } from './features/orders/providers/load-providers.ts';
import { createProviderCalls } from './features/orders/providers/provider-calls.ts';
import { refundForPlayer } from './features/orders/refunds/refund-for-player.ts';
import { showRefunds } from './features/orders/refunds/show-refunds.ts';
import { createRedirectRoutes } from './features/orders/redirect/redirect-routes.ts';
import { createOrderRoutes } from './features/orders/routes.ts';
import { createAdapterSettings, type FixedSettings } from './features/settings/adapter-settings.ts';
import { createCatalogueRoutes } from './features/store/routes.ts';
import type { HeaderPolicy } from './http/headers.ts';
import type { ApiHandlers } from './http/implement.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import type { SafeFetch } from './http/safe-fetch.ts';
import type { Sealer } from './secrets/sealer.ts';

/** Those of providers that have calls of their own. */
type ProviderArea = Extract<keyof ApiHandlers, keyof typeof providers>;

export type MoneyArea = 'store' | 'deliveries' | ProviderArea;

export interface MoneyDeps {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly now: () => Date;
  readonly vendorFetch: SafeFetch;
  readonly fixedSettings?: FixedSettings | undefined;
  readonly providers: readonly LoadedProvider[];
  /** What other nodes tell; absent where nobody sells. */
  readonly signals?: Pick<Signals, 'on'>;
  readonly metrics?: Pick<Metrics, 'count' | 'collect'>;
}

/** Made before the jobs are started, because it has some; the application is made from it afterwards. */
export function createMoney(deps: MoneyDeps): Orders {
  const { config, database, sealer, log, now, vendorFetch, fixedSettings, providers, metrics } = deps;
  return createOrders({
    database,
    log,
    now,
    sealer,
    providers,
    breakers: shareBreakers(deps),
    count: metrics?.count,
    settings: createAdapterSettings({ database, sealer, log, now, fixed: fixedSettings }),
    fetch: vendorFetch,
    askDryRun: createDryRun({ endpoints: createEndpoints(database, sealer, now), fetch: vendorFetch, log, now }),
    takesTestMoney: !config.production,
    returnAddress: buildPageAddress(config, 'Store/Return/').href,
    portalUrl: new URL(config.basePath, config.publicUrl).href,
    pageAddress: (page) => buildPageAddress(config, page).href,
  });
}

/** Nodes tell each other who opens no payments. */
function shareBreakers({ database, now, log, signals, metrics }: MoneyDeps): Breakers {
  const topic = 'payment-breaker';
  const breakers = createBreakers({ now, log, tell: (signal) => sendSignal(database.kysely, topic, signal) });
  signals?.on(topic, breakers.hear);
  metrics?.collect((set) => {
    const folders = [...breakers.failing].map((account) => account.split(':', 1).join());
    for (const provider of new Set(folders))
      set('fxid_providers_failing', { provider }, folders.filter((each) => each === provider).length);
  });
  return breakers;
}

export interface MoneyAreasDeps {
  readonly config: Config;
  readonly policy: HeaderPolicy;
  readonly money: Orders;
}

export function createMoneyAreas({ config, policy, money }: MoneyAreasDeps): Pick<ApiHandlers, MoneyArea> {
  const { deps: orders } = money;
  const { database, now, askDryRun, pageAddress } = orders;
  const { gamesUrl, basePath, publicUrl } = config;
  return {
    // One handler answers every call of every adapter, each as its own manifest declares it, which the compiler has seen there.
    ...(createProviderCalls({ orders, gamesUrl }) as unknown as Pick<ApiHandlers, ProviderArea>),
    store: {
      ...createCatalogueRoutes({
        database,
        gamesUrl,
        basePath,
        now,
        pageAddress,
        askDryRun,
        resolveHandler: async (sale) => (await resolvePaymentHandler(orders, sale))?.taker,
      }),
      ...createOrderRoutes({ orders, portalOrigin: publicUrl.origin, gamesUrl }),
      ...createRedirectRoutes({ orders, policy, basePath }),
      ...createHistoryRoutes({ database, gamesUrl, readRefunds: (orderIds) => showRefunds(orders, orderIds) }),
      requestRefund: async ({ session, body }) => ({
        Outcome: await refundForPlayer(orders, session, body.PublicOrderId),
      }),
    },
    deliveries: { ...createDeliveriesRoutes(orders), ...createPullEventsRoutes(database) },
  };
}
