// Deliveries per second, from due rows to completed orders, with a game's server that responds at once. The baseline is
// a minimal worker: it takes a row, sends it and writes two statuses, without signature, history, retries or fairness.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import type { Database } from '#server/db/database.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { startDeliveryWorker } from '#server/features/deliveries/delivery-worker.ts';
import { createWebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createLog } from '#server/http/log.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { createSealer } from '#server/secrets/sealer.ts';

const rounds = 5;
const count = 2000;
const games = ['gem-miner', 'sky-courier', 'paper-fleet', 'bridge-explorer'];
const inFlight = 16;

export async function measureDeliveries(database: Database, secret: string): Promise<object> {
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const figures: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const floor = await timed(database, () => runFloor(database, url));
      const ours = await timed(database, () => runOurs(database, secret, url));
      if (round === 0) continue;
      figures.floor.push(floor);
      figures.ours.push(ours);
    }
  } finally {
    receiver.close();
    receiver.closeAllConnections();
    await empty(database);
  }
  if (received < 2 * count * rounds) throw new Error(`Only ${received} deliveries arrived.`);
  const [ours, floor] = [median(figures.ours), median(figures.floor)];
  return {
    measure: 'deliveries',
    deliveriesPerSecond: ours,
    floorDeliveriesPerSecond: floor,
    throughputRatio: Number((ours / floor).toFixed(2)),
  };
}

async function timed(database: Database, run: () => Promise<void>): Promise<number> {
  await empty(database);
  await fill(database);
  const begin = performance.now();
  await run();
  return Math.round(count / ((performance.now() - begin) / 1000));
}

async function runOurs(database: Database, secret: string, url: string): Promise<void> {
  const log = createLog({ level: 'error' });
  const sealer = createSealer(secret);
  const now = (): Date => new Date();
  const endpoints = createWebhookEndpoints(database, sealer, now);
  for (const game of games) await endpoints.set(game, url);
  const signals = await listenForNodeSignals(database.connection, log);
  const deliverer = startDeliveryWorker({
    metrics: createMetrics(),
    database,
    signals,
    log,
    sealer,
    now,
    random: Math.random,
    fetch: (address, options) => safeFetch(address, { ...options, allowLoopback: true }),
    sendRefund: () => Promise.reject(new Error('Nothing goes back in a measurement.')),
  });
  while ((await countCompleted(database)) < count) await new Promise((resolve) => setTimeout(resolve, 20));
  await deliverer.stop({ timeoutMs: 5000 });
  await signals.close();
}

async function runFloor(database: Database, url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: buildConnectionUrl(database.connection), max: 10 });
  try {
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        for (;;) {
          const { rows } = await pool.query<{ delivery_id: string; order_id: string; payload: object }>(take);
          const [row] = rows;
          if (!row) return;
          const { delivery_id, order_id, payload } = row;
          const { status } = await safeFetch(url, {
            method: 'POST',
            body: JSON.stringify(payload),
            allowLoopback: true,
          });
          if (status !== 204) throw new Error(`The receiver answered ${status}.`);
          await pool.query(`update deliveries set state = 'acknowledged' where delivery_id = $1`, [delivery_id]);
          await pool.query(`update orders set status = 'Completed' where order_id = $1`, [order_id]);
        }
      }),
    );
  } finally {
    await pool.end();
  }
}

const take = `
  update deliveries set attempts = attempts + 1, lease_until = now() + interval '1 minute'
  where delivery_id = (
    select delivery_id from deliveries where state = 'pending' and lease_until is null limit 1 for update skip locked
  )
  returning delivery_id, order_id, payload`;

async function fill({ kysely }: Database): Promise<void> {
  await sql`
    with made as (
      select gen_random_uuid() as id, (${games}::text[])[1 + n % ${games.length}] as game from generate_series(1, ${count}) n
    ), ordered as (
      insert into orders (order_id, game, game_uid, platform, product, sku, quantity, price_minor, currency, usd_minor, status, expires_at)
      select id, game, 'g-7', 'FxId', '{"names":{}}', 'gems-100', 1, 100, 'USD', 100, 'PayedWaitingForSending', now() + interval '1 day'
      from made
    ), attempted as (
      insert into payment_attempts (attempt_id, order_id, number, provider, state, amount_minor, currency)
      select id, id, 1, 'test', 'expired', 100, 'USD' from made
    ), charged as (
      insert into ledger (provider, transaction_id, kind, order_id, attempt_id, amount_minor, currency, is_test)
      select 'test', id::text, 'charged', id, id, 100, 'USD', true from made
    )
    insert into deliveries (delivery_id, order_id, game, type, payload)
    select id, id, game, 'order.paid', jsonb_build_object('type', 'order.paid', 'timestamp', now(), 'data', jsonb_build_object(
      'order_id', id, 'delivery_id', id, 'account_id', '', 'game', game, 'game_uid', 'g-7', 'is_test', true))
    from made`.execute(kysely);
  await sql`analyze orders, deliveries, ledger, payment_attempts`.execute(kysely);
}

async function empty({ kysely }: Database): Promise<void> {
  await sql`truncate delivery_attempts, deliveries, order_events, ledger, payment_attempts, orders, webhook_endpoints cascade`.execute(
    kysely,
  );
}

async function countCompleted({ kysely }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where status = 'Completed'`.execute(kysely);
  return rows[0]?.count ?? 0;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
