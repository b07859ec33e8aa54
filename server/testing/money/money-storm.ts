// Runs purchases while the server and its PostgreSQL are killed at random moments, then waits a bounded time for
// everything to complete, then audits. The test asserts the result; the benchmark prints the figures.
import { setTimeout as sleep } from 'node:timers/promises';
import { killDatabase, killServer } from '../kill-runs.ts';
import { auditMoney, type MoneyAudit } from './audit-money.ts';
import { buyerScenarios } from './buyer-scenarios.ts';
import { callUntilAccepted, collectDeliveries, startMoneyTestbed, type MoneyTestbed } from './money-testbed.ts';
import { playScenario, randomInt, shuffle, type PlayedOrder } from './play-scenario.ts';

export interface StormOptions {
  readonly serverKills: number;
  readonly databaseKills: number;
  readonly orders: number;
  /** How long interrupted work may take to complete by itself, before the game pulls its deliveries. */
  readonly waitBeforeCollectingMs: number;
  readonly report?: (line: string) => void;
}

export interface StormReport {
  readonly audit: MoneyAudit;
  readonly toBePaid: number;
  readonly broken: readonly string[];
  readonly refusals: Readonly<Record<string, number>>;
  readonly deliveries: MoneyTestbed['game']['counts'];
  readonly notices: number;
  readonly noticesSent: number;
  readonly readyMs: readonly number[];
  readonly settleMs: number;
  readonly totalMs: number;
}

export async function runMoneyStorm(options: StormOptions): Promise<StormReport> {
  const { orders, serverKills, databaseKills, report = () => undefined } = options;
  const begin = performance.now();
  await using world = await startMoneyTestbed({ buyers: Math.max(4, Math.ceil(orders / 20)), troubles: 10 });
  const kills = shuffle([
    ...Array<typeof killServer>(serverKills).fill(killServer),
    ...Array<typeof killDatabase>(databaseKills).fill(killDatabase),
  ]);
  const load = startLoad(world, orders);
  // Kills come at random points of a portion, so that orders last about as long as the kills.
  const maxSteps = Math.ceil((2 * stepsEach * orders) / (kills.length + 1));
  const readyMs: number[] = [];
  for (const [at, kill] of kills.entries()) {
    load.release(Math.ceil(orders / (kills.length + 1)));
    await untilSteps(world, load, world.tally.steps + randomInt(3, maxSteps));
    const killed = performance.now();
    await kill(world.server);
    const tookMs = performance.now() - killed;
    readyMs.push(tookMs);
    const what = kill === killServer ? 'server' : 'database';
    report(`The ${what} was killed and is ready again after ${Math.round(tookMs)} ms.`);
    report(`${at + 1} of ${kills.length} kills, ${world.tally.steps} answers, ${world.game.granted.size} granted`);
  }
  load.release(orders);
  const played = await load.ended();
  report(`${played.length} orders are played; what was interrupted comes to rest`);
  const settling = performance.now();
  await settle(world, played, options.waitBeforeCollectingMs);
  const settleMs = performance.now() - settling;
  const audit = await auditMoney(world, played);
  return {
    audit,
    toBePaid: played.filter(({ ends }) => ends !== 'unpaid').length,
    broken: world.tally.broken,
    refusals: Object.fromEntries([...world.tally.refusals].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    deliveries: world.game.counts,
    notices: played.reduce((sum, { notices }) => sum + notices, 0),
    noticesSent: played.reduce((sum, { sent }) => sum + sent, 0),
    readyMs,
    settleMs,
    totalMs: performance.now() - begin,
  };
}

const width = 10;
const stepsEach = 10;

/** Buyers come in portions, so that some are active until the last kill. */
function startLoad(world: MoneyTestbed, orders: number) {
  const played: PlayedOrder[] = [];
  const faults: unknown[] = [];
  let next = 0;
  let released = 0;
  let playing = 0;
  const buy = async (): Promise<void> => {
    while (next < orders && faults.length === 0) {
      if (next >= released) {
        await sleep(20);
        continue;
      }
      const at = next++;
      const buyer = world.buyers[at % world.buyers.length];
      const shop = world.shops[at % world.shops.length];
      // Shifts the scenario after each round of providers, so that each provider meets all scenarios.
      const story = buyerScenarios[(at + Math.floor(at / world.shops.length)) % buyerScenarios.length];
      if (!buyer || !shop || !story) throw new Error('There are no buyers, no providers, or no stories.');
      playing += 1;
      played.push(await playScenario(world, buyer, shop, story));
      playing -= 1;
    }
  };
  // The other buyers finish their step before an error is thrown.
  const buying = Array.from({ length: width }, () => buy().catch((error: unknown) => void faults.push(error)));
  return {
    release: (count: number) => void (released += count),
    isIdle: () => playing === 0 && next >= released,
    ended: async (): Promise<readonly PlayedOrder[]> => {
      await Promise.all(buying);
      if (faults.length > 0) throw new AggregateError(faults, `Buyers met faults: ${faults.map(String).join('; ')}`);
      return played;
    },
  };
}

/** Measured in steps, not time, so that a slow machine is also killed during work. */
async function untilSteps({ tally }: MoneyTestbed, load: ReturnType<typeof startLoad>, steps: number): Promise<void> {
  const endsAt = performance.now() + 10_000;
  while (tally.steps < steps && !load.isIdle() && performance.now() < endsAt) await sleep(5);
}

/**
 * Waits until every order has its final status, no delivery is pending and no money is in transit, or until the
 * timeout, which the audit reports.
 */
async function settle(world: MoneyTestbed, played: readonly PlayedOrder[], waitMs: number): Promise<void> {
  const begin = performance.now();
  while (performance.now() - begin < waitMs + maxSettleMs) {
    const unsettled = await findUnsettled(world, played);
    if (unsettled === 0) return;
    if (performance.now() - begin >= waitMs) await collectDeliveries(world);
    await sleep(500);
  }
}

const maxSettleMs = 90_000;

async function findUnsettled(world: MoneyTestbed, played: readonly PlayedOrder[]): Promise<number> {
  const { kysely } = world.database;
  const statuses = new Map(
    (await kysely.selectFrom('orders').select(['order_id', 'status']).execute()).map((row) => [
      row.order_id,
      row.status,
    ]),
  );
  const late = played.filter(({ orderId, ends }) => ends !== 'unpaid' && statuses.get(orderId) !== ends);
  // Polls like the buyer's page, which triggers a check of the provider's records.
  for (const { orderId, buyer } of late)
    if (statuses.get(orderId) !== 'PayedWaitingForSending')
      await callUntilAccepted(world, buyer, '/store/get_payment_status', { PublicOrderId: orderId });
  const pending = await kysely.selectFrom('deliveries').select('order_id').where('state', '=', 'pending').execute();
  const returning = await kysely.selectFrom('refunds').select('order_id').where('state', '<>', 'done').execute();
  return late.length + pending.length + returning.length + (await countUnknown(world, played));
}

/**
 * Counts payments on which the provider's records and ours still differ: some webhooks only name a payment, which is
 * then read later.
 */
async function countUnknown({ database: { kysely } }: MoneyTestbed, played: readonly PlayedOrder[]): Promise<number> {
  const shops = new Map(played.map(({ orderId, shop }) => [orderId, shop]));
  const attempts = await kysely.selectFrom('payment_attempts').select(['attempt_id', 'order_id']).execute();
  const ledger = await kysely.selectFrom('ledger').select(['attempt_id', 'kind', 'amount_minor']).execute();
  const charged = ledger.filter(({ kind }) => kind === 'charged');
  return attempts.filter(({ attempt_id: attemptId, order_id: orderId }) => {
    const own = charged.filter((entry) => entry.attempt_id === attemptId);
    const knownMinor = own.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
    return knownMinor !== (shops.get(orderId)?.sum(attemptId).chargedMinor ?? 0);
  }).length;
}
