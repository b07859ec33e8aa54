// Our orders compared with a baseline that writes the same rows with bare statements through the same driver, without
// validation, pricing or provider calls. The provider responds from memory, so only our own work counts.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import type { ReadCacheDeps } from '#server/db/read-cache.ts';
import { createOrderToPay } from '#server/features/orders/ordering/create-order.ts';
import { createCircuitBreakers } from '#server/features/orders/providers/circuit-breakers.ts';
import { createOrdersModule, type OrdersModule } from '#server/features/orders/create-orders-module.ts';
import { openNewAttempt } from '#server/features/orders/attempts/open-attempt.ts';
import { portalEventSender } from '#server/features/orders/providers/provider-account.ts';
import { applyPaymentEvent } from '#server/features/orders/payment-events/apply-payment-event.ts';
import type { StoredGame } from '#server/features/games/read-games.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { Log } from '#server/http/log.ts';
import { startJobs, type JobQueue } from '#server/jobs/jobs.ts';
import { createDeferredQueue } from '#server/jobs/deferred-queue.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestProvider, type TestProvider } from '#server/testing/test-provider.ts';
import { createBareOrderWriter } from './bare-orders.ts';
import { openMemory } from './open-memory.ts';

const rounds = 5;
const count = 600;
const width = 8;
const buyers = 600;

/** Needs a database with the demo content. */
export async function measureOrders(database: Database, log: Log, print: (line: object) => void): Promise<void> {
  const provider = createTestProvider(0);
  const queue = createDeferredQueue();
  await using opened = await openMemory(database, log);
  const orders = ordersOver(database, log, { ...provider, jobs: queue, memory: opened.memory });
  const jobs = await startJobs(database.connection, { definitions: orders.jobs, log });
  queue.start(jobs);
  const pool = new pg.Pool({ ...database.connection, max: width });
  try {
    const floor = createBareOrderWriter(pool);
    const accounts = Array.from({ length: buyers }, () => randomUUID());
    await database.kysely
      .insertInto('accounts')
      .values(accounts.map((account_id) => ({ account_id, name: 'Buyer' })))
      .execute();
    const opening: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
    const settling: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await timed((at) => floor.open(accounts[at % buyers] ?? ''));
      const made = await timed((at) => openOne(orders, provider.loaded, accounts[at % buyers] ?? ''));
      const bareSettled = await timed((at) => floor.settle(bare.results[at]));
      const settled = await timed((at) => {
        const event = provider.pay(made.results[at] ?? '');
        return applyPaymentEvent(orders.deps, provider.loaded.folder, event, portalEventSender);
      });
      if (round === 0) continue;
      opening.floor.push(bare.perSecond);
      opening.ours.push(made.perSecond);
      settling.floor.push(bareSettled.perSecond);
      settling.ours.push(settled.perSecond);
    }
    print(lineOf('create-payment', opening));
    print(lineOf('webhook-applied', settling));
  } finally {
    await pool.end();
    await jobs.stop();
  }
}

interface OrdersContext extends Pick<TestProvider, 'loaded' | 'settings'> {
  readonly jobs: JobQueue;
  readonly memory: ReadCacheDeps;
}

function ordersOver(database: Database, log: Log, { loaded, settings, jobs, memory }: OrdersContext): OrdersModule {
  const now = (): Date => new Date();
  const sealer = createSealer('the secret of the measurement');
  return createOrdersModule({
    database,
    log,
    now,
    sealer,
    jobs,
    providers: [loaded],
    breakers: createCircuitBreakers({ now, log, publish: async () => undefined }),
    settings: createAdapterSettings({ database, sealer, log, memory, fixed: settings }),
    fetch: () => Promise.reject(new Error('Nobody is asked here.')),
    requestDryRun: async () => new Map(),
    takesTestMoney: true,
    returnAddress: 'http://localhost/Store/Return/',
    portalUrl: 'http://localhost/',
    pageAddress: (page) => `http://localhost/${page}`,
  });
}

async function openOne(
  { deps }: OrdersModule,
  { manifest }: TestProvider['loaded'],
  accountId: string,
): Promise<string> {
  const request = { accountId, game: 'gem-miner', sku: 'gems-100', locale: 'en', platform: 'FxId' } as const;
  // A payment reads only the game's enabled providers.
  const game = { game: request.game, config: { Store: { [manifest.storeFlag]: true } } } as unknown as StoredGame;
  const { planned } = await createOrderToPay(
    deps,
    { ...request, idempotencyKey: randomUUID() },
    { game, callerAddress: '203.0.113.7', locale: 'en', wantsRedirect: false },
  );
  if (!planned?.begun) throw new Error('The order was made without an attempt.');
  await openNewAttempt(deps, planned.begun);
  return planned.begun.attempt.attempt_id;
}

async function timed<Result>(run: (at: number) => Promise<Result>) {
  const results: Result[] = [];
  let next = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let at = next++; at < count; at = next++) results[at] = await run(at);
    }),
  );
  return { results, perSecond: count / ((performance.now() - begin) / 1000) };
}

function lineOf(measure: string, { ours, floor }: { readonly ours: number[]; readonly floor: number[] }): object {
  const [a, b] = [median(ours), median(floor)];
  return {
    measure,
    perSecond: Math.round(a),
    floorPerSecond: Math.round(b),
    throughputRatio: Number((a / b).toFixed(2)),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
