// Orders beside their floor: what the same rows cost that are written by bare statements through the same driver, with nothing
// checked, nothing priced and nothing asked. The provider answers from memory, so that only our own work counts.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { beginAttempt } from '#server/features/orders/begin-attempt.ts';
import { createOrder } from '#server/features/orders/create-order.ts';
import { createOrders, type Orders } from '#server/features/orders/create-orders.ts';
import { openAttempt } from '#server/features/orders/open-attempt.ts';
import { settleFact } from '#server/features/orders/settle-fact.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { Log } from '#server/http/log.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { testProvider } from '#server/testing/test-provider.ts';

const rounds = 5;
const count = 600;
const width = 8;
const buyers = 50;

/** Needs a database with the demo content. */
export async function measureOrders(database: Database, log: Log, print: (line: object) => void): Promise<void> {
  const provider = testProvider(0);
  const orders = ordersOver(database, log, provider);
  const jobs = await startJobs(database.connection, { definitions: orders.definitions, log });
  orders.start(jobs);
  const pool = new pg.Pool({ ...database.connection, max: width });
  try {
    const floor = bareStatements(pool);
    const accounts = Array.from({ length: buyers }, () => randomUUID());
    await database.kysely
      .insertInto('accounts')
      .values(accounts.map((account_id) => ({ account_id, name: 'Buyer' })))
      .execute();
    const opening: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
    const settling: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
    for (let round = 0; round <= rounds; round += 1) {
      await database.kysely.updateTable('orders').set({ status: 'Cancelled' }).execute();
      const bare = await timed((at) => floor.open(accounts[at % buyers] ?? ''));
      const made = await timed((at) => openOne(orders, provider.loaded.folder, accounts[at % buyers] ?? ''));
      const bareSettled = await timed((at) => floor.settle(bare.results[at]));
      const settled = await timed((at) => {
        const fact = provider.pay(made.results[at] ?? '');
        return settleFact(orders.deps, provider.loaded.folder, fact, async () => true);
      });
      // The first round warms up.
      if (round === 0) continue;
      opening.floor.push(bare.perSecond);
      opening.ours.push(made.perSecond);
      settling.floor.push(bareSettled.perSecond);
      settling.ours.push(settled.perSecond);
    }
    print(lineOf('create-payment', opening));
    print(lineOf('webhook-settled', settling));
  } finally {
    await pool.end();
    await jobs.stop();
  }
}

function ordersOver(database: Database, log: Log, { loaded, settings }: ReturnType<typeof testProvider>): Orders {
  const now = (): Date => new Date();
  const sealer = createSealer('the secret of the measurement');
  return createOrders({
    database,
    log,
    now,
    sealer,
    providers: [loaded],
    settings: createAdapterSettings({ database, sealer, log, now, fixed: settings }),
    fetch: () => Promise.reject(new Error('Nobody is asked here.')),
    askDryRun: async () => new Map(),
    takesTestMoney: true,
    pageAddress: (page) => `http://localhost/${page}`,
  });
}

async function openOne({ deps }: Orders, folder: string, accountId: string): Promise<string> {
  const request = { accountId, game: 'gem-miner', sku: 'gems-100', locale: 'en', platform: 'FxId' } as const;
  const order = await createOrder(deps, { ...request, idempotencyKey: randomUUID() });
  const wish = {
    orderId: order.order_id,
    buyerName: 'Buyer',
    locale: 'en',
    wantsRedirect: false,
    returnUrl: '/',
  } as const;
  const attempt = await beginAttempt(deps, folder, wish);
  await openAttempt(deps, attempt);
  return attempt.attempt_id;
}

interface BareOrder {
  readonly orderId: string;
  readonly attemptId: string;
}

function bareStatements(pool: pg.Pool) {
  const inTransaction = async (run: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await run(client);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const event = (client: pg.PoolClient, orderId: string, kind: string) =>
    client.query(`insert into order_events (order_id, kind, detail) values ($1, $2, '{}')`, [orderId, kind]);
  return {
    /** An order, its attempt before the provider is asked, and the answer after it. */
    open: async (accountId: string): Promise<BareOrder> => {
      const [orderId, attemptId] = [randomUUID(), randomUUID()];
      await inTransaction(async (client) => {
        await client.query(
          `insert into orders (order_id, account_id, game, game_uid, platform, product, sku, quantity, price_minor, currency,
             usd_minor, expires_at)
           values ($1, $2, 'gem-miner', 'bare', 'FxId', '{}', 'gems-100', 100, 199, 'USD', 199, now() + interval '1 day')`,
          [orderId, accountId],
        );
        await event(client, orderId, 'created');
        await client.query(
          `insert into payment_attempts (attempt_id, order_id, number, provider, amount_minor, currency, sealed_request)
           values ($1, $2, 1, 'bare', 199, 'USD', $3)`,
          [attemptId, orderId, Buffer.alloc(600)],
        );
      });
      await inTransaction(async (client) => {
        await client.query(
          `update payment_attempts set state = 'open', provider_payment_id = $2, sealed_reply = $3 where attempt_id = $1`,
          [attemptId, attemptId, Buffer.alloc(200)],
        );
        await client.query(`update orders set status = 'WaitingForPayment' where order_id = $1`, [orderId]);
        await event(client, orderId, 'payment opened');
      });
      return { orderId, attemptId };
    },
    /** Inbox, ledger, status and delivery, with the order locked. */
    settle: async (order: BareOrder | undefined): Promise<void> => {
      const { orderId, attemptId } = order ?? { orderId: '', attemptId: '' };
      await inTransaction(async (client) => {
        await client.query('select from orders where order_id = $1 for update', [orderId]);
        await client.query(
          `insert into payment_inbox (provider, dedup_key, order_id, outcome, event) values ('bare', $1, $2, 'applied', '{}')`,
          [attemptId, orderId],
        );
        await client.query(
          `insert into ledger (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency)
           values ('bare', $1, 'charged', $2, $3, 199, 'USD')`,
          [attemptId, orderId, attemptId],
        );
        await client.query(`update orders set status = 'PayedWaitingForSending', paid_at = now() where order_id = $1`, [
          orderId,
        ]);
        await client.query(
          `insert into deliveries (delivery_id, order_id, game, type, payload) values ($1, $2, 'gem-miner', 'order.paid', '{}')`,
          [randomUUID(), orderId],
        );
        for (const kind of ['paid', 'status', 'delivery']) await event(client, orderId, kind);
      });
    },
  };
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
