// Takes a player of every platform from a signed launch to a refund, through the server's API.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { requestRefund } from '#server/features/orders/refunds/request-refund.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import type { PlatformManifest } from './port.ts';
import * as registry from './registry.ts';
import type {
  TestLoginKind,
  PlatformSimulator,
  SimulatedPurchase,
  SimulatorEnvironment,
} from './simulator-port.server.ts';
import type { SimulatedPlayer } from './scenario.ts';
import * as exceptions from './test-exceptions.ts';

const {
  platformsReadingReplyStatus,
  platformsRefundingLater,
  platformsNotifyingAfterPayment,
  platformsWithoutPaymentRecords,
  unsupportedTestLogins,
  platformsWithoutOrderQuery,
} = exceptions;
const {
  platformsWithoutRefunds,
  platformsWithoutRefundWebhook,
  platformsWithoutLoginSimulator,
  platformsWithoutWebhooks,
} = exceptions;

const clock = { now: new Date() };
const now = () => clock.now;
const manifests: [string, PlatformManifest][] = Object.entries(registry);
const simulated = manifests.filter(([folder]) => !(folder in platformsWithoutLoginSimulator));
const placeOf = (folder: string): SimulatorEnvironment => ({
  at: `http://vendors.example/lab/vendors/${folder}`,
  // No server listens there: the tests send the webhooks themselves.
  hookUrl: 'http://127.0.0.1:1/',
  now,
});

const simulators = new Map<string, PlatformSimulator>();
let vendors: SimulatedVendors;
let server: TestApp;

beforeAll(async () => {
  for (const [folder] of simulated) {
    const loaded = (await import(`./${folder}/simulator.server.ts`)) as { simulator: PlatformSimulator };
    simulators.set(folder, loaded.simulator);
  }
  vendors = await simulateVendors(now);
  const settings = [...simulators].map(([folder, simulator]) => [folder, simulator.settings(placeOf(folder))]);
  server = await createTestApp({
    now,
    settings: { platforms: Object.fromEntries(settings) as Record<string, object> },
    vendorFetch: vendors.fetch,
  });
  await insertDemoContent(server.database);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

function simulatorOf(folder: string): PlatformSimulator {
  const simulator = simulators.get(folder);
  if (!simulator) throw new Error(`${folder} has no simulator.`);
  return simulator;
}

async function signIn(
  [folder, { id, login }]: [string, PlatformManifest],
  who: SimulatedPlayer,
  kind: TestLoginKind = 'good',
) {
  const block = await simulatorOf(folder).login(kind, who, placeOf(folder));
  const body = { Social: id, Game: 'gem-miner', Locale: 'ru', [login?.key ?? '']: block };
  return server.client().auth.authenticateFromSocial(body as never);
}

describe.each(simulated)('a player of %s', (folder, manifest) => {
  const player = buildSimulatedPlayer('registered', folder);

  it('gets the same account at every start', async () => {
    const first = await signIn([folder, manifest], player);
    expect((await signIn([folder, manifest], player)).AccountId).toBe(first.AccountId);
    const friend = await signIn([folder, manifest], buildSimulatedPlayer('friends', folder));
    expect(friend.AccountId).not.toBe(first.AccountId);
  });

  const kinds = (['changed', 'foreign', 'other game', 'stale', 'future'] as const).filter(
    (kind) => unsupportedTestLogins[folder]?.[kind] === undefined,
  );
  it.each(kinds)('is refused with a login that is %s', (kind) =>
    expect(signIn([folder, manifest], player, kind)).rejects.toMatchObject({ status: 401, code: 'ProofRefused' }),
  );
});

type Kind = 'ask' | 'paid' | 'refunded';

const selling = simulated.filter(
  ([folder, { purchases }]) =>
    ['platform', 'per-purchase'].includes(purchases ?? '') && !(folder in platformsWithoutWebhooks),
);

describe.each(selling)('a purchase on %s', (folder, manifest) => {
  const player = buildSimulatedPlayer('registered', folder);

  const currency = manifest.storeCurrency ?? 'USD';
  const has = (kind: Kind): boolean =>
    (kind !== 'ask' || !(folder in platformsWithoutOrderQuery)) &&
    (kind !== 'refunded' || !(folder in platformsWithoutRefundWebhook));

  const webhookOf = async (kind: Kind, purchase: SimulatedPurchase): Promise<SimulatedWebhook> => {
    const webhook = await simulatorOf(folder).webhooks?.[kind]?.(purchase, placeOf(folder));
    if (!webhook) throw new Error(`${folder} sends no webhook of the kind ${kind}.`);
    return webhook;
  };

  async function begin(): Promise<SimulatedPurchase> {
    const { Token } = await signIn([folder, manifest], player);
    const asked = { Game: 'gem-miner', Sku: 'gems-100', WebPublishingPlatform: manifest.id, Currency: currency };
    const block = await simulatorOf(folder).paymentRequest?.(player, placeOf(folder));
    const { TransactionId, OrderProduct } = await server
      .client(Token)
      .store.createPayment({ ...asked, ...(block && { [manifest.paymentRequest?.key ?? '']: block }) } as never);
    expect(OrderProduct).toMatchObject({ Currency: currency });
    const attempt = await server.database.kysely
      .selectFrom('payment_attempts')
      .selectAll()
      .where('order_id', '=', TransactionId)
      .executeTakeFirstOrThrow();
    return {
      orderId: TransactionId,
      attemptId: attempt.attempt_id,
      sku: 'gems-100',
      amountMinor: attempt.amount_minor,
      currency,
      payerId: player.id,
    };
  }

  async function send({ body, headers, query }: SimulatedWebhook) {
    const door = `/api/v1/hooks/${folder}`;
    const sent =
      query === undefined
        ? ({ method: 'POST', url: door, payload: body } as const)
        : ({ method: 'GET', url: `${door}?${query}` } as const);
    const answer = await server.app.inject({ ...sent, headers: { ...headers } });
    if (folder in platformsReadingReplyStatus) expect([204, 400, 503]).toContain(answer.statusCode);
    else expect(answer.statusCode).toBe(200);
    return `${answer.statusCode} ${answer.body}`;
  }

  const shapeOf = (answer: string): string => `${answer.slice(0, 3)} ${answer.length}`;

  async function statusOf({ orderId }: SimulatedPurchase): Promise<string> {
    const { kysely } = server.database;
    const orders = kysely.selectFrom('orders').select('status').where('order_id', '=', orderId);
    return (await orders.executeTakeFirstOrThrow()).status;
  }

  const ledgerOf = ({ orderId }: SimulatedPurchase) =>
    server.database.kysely
      .selectFrom('ledger')
      .select(['kind', 'amount_minor', 'currency', 'is_test'])
      .where('order_id', '=', orderId)
      .orderBy('kind')
      .execute();

  it('is queried, paid once however often it is sent, and gets the same reply', async () => {
    const purchase = await begin();
    const agreed = has('ask') ? await send(await webhookOf('ask', purchase)) : undefined;
    expect(await statusOf(purchase)).toBe('WaitingForPayment');
    const paid = await webhookOf('paid', purchase);
    const answer = await send(paid);
    for (let times = 0; times < 3; times += 1) expect(await send(paid)).toEqual(answer);
    expect(await statusOf(purchase)).toBe('PayedWaitingForSending');
    const { amountMinor: amount_minor } = purchase;
    const charged = { kind: 'charged', amount_minor, currency, is_test: true };
    expect(await ledgerOf(purchase)).toEqual([charged]);
    if (agreed !== undefined) expect(await send(await webhookOf('ask', purchase))).not.toEqual(agreed);
  });

  it('is refused for another player, another price or an unknown order', async () => {
    // Platforms without a query are rejected when they report the payment.
    const kind = has('ask') ? 'ask' : 'paid';
    const agreed = await send(await webhookOf(kind, await begin()));
    const other = { ...(await begin()), payerId: '999' };
    const stranger = { ...other, orderId: crypto.randomUUID(), attemptId: crypto.randomUUID() };
    for (const asked of folder in platformsNotifyingAfterPayment ? [] : [other, stranger]) {
      const answer = await send(await webhookOf(kind, asked));
      expect(shapeOf(answer)).not.toBe(shapeOf(agreed));
    }
    expect(await statusOf(other)).toBe('WaitingForPayment');
    const cheap = { ...(await begin()), amountMinor: 1 };
    await send(await webhookOf('paid', cheap));
    expect(await statusOf(cheap)).toBe('WaitingForPayment');
    expect(await ledgerOf(cheap)).toEqual([]);
  });

  const shuffles: Kind[][] = [
    ['ask', 'paid', 'refunded'],
    ['paid', 'refunded', 'ask', 'refunded', 'paid'],
    ['refunded', 'paid'],
    ['refunded', 'refunded', 'ask', 'paid', 'paid'],
    ['paid', 'ask', 'paid', 'refunded', 'ask', 'refunded'],
  ];
  const possible = shuffles.map((kinds) => kinds.filter(has)).filter((kinds) => kinds.includes('refunded'));
  it.each(possible.map((kinds) => [kinds] as const))('has the same result with the sequence %j', async (kinds) => {
    const purchase = await begin();
    const webhooks = new Map<Kind, SimulatedWebhook>();
    for (const kind of (['ask', 'paid', 'refunded'] as const).filter(has))
      webhooks.set(kind, await webhookOf(kind, purchase));
    for (const kind of kinds) await send(webhooks.get(kind) as SimulatedWebhook);
    expect(await statusOf(purchase)).toBe('CancelledPaid');
    expect((await ledgerOf(purchase)).map(({ kind }) => kind)).toEqual(['charged', 'refunded']);
  });

  const refundsWhole = !(folder in platformsWithoutRefunds);
  it.each(refundsWhole ? ['full-refund-only'] : [])('cannot be refunded in part: %s', async (outcome) => {
    const purchase = await begin();
    await send(await webhookOf('paid', purchase));
    const part = { reason: 'operator' as const, amountMinor: 1 };
    expect(await requestRefund(server.money.deps, purchase.orderId, part)).toMatchObject({ outcome });
  });

  it('is refunded through the API when an operator requests it, or the operator gets the reason', async () => {
    const purchase = await begin();
    await send(await webhookOf('paid', purchase));
    const { amountMinor } = purchase;
    const requested = await requestRefund(server.money.deps, purchase.orderId, { reason: 'operator' });
    expect(requested).toMatchObject({ outcome: 'requested', amountMinor });
    await server.jobs.runDue('refund');
    const { state } = await server.database.kysely
      .selectFrom('refunds')
      .select('state')
      .where('order_id', '=', purchase.orderId)
      .executeTakeFirstOrThrow();
    expect(state).toBe(
      folder in platformsWithoutRefunds ? 'refused' : folder in platformsRefundingLater ? 'sent' : 'done',
    );
    if (folder in platformsWithoutRefunds) return;
    if (folder in platformsRefundingLater) await send(await webhookOf('refunded', purchase));
    expect(await statusOf(purchase)).toBe('CancelledPaid');
    if (has('refunded')) await send(await webhookOf('refunded', purchase));
    expect((await ledgerOf(purchase)).map(({ kind }) => kind)).toEqual(['charged', 'refunded']);
  });

  it.each(folder in platformsWithoutPaymentRecords ? [] : ['lost'])(
    "is found in the platform's records when its webhook was %s",
    async () => {
      const purchase = await begin();
      await webhookOf('paid', purchase);
      clock.now = new Date(clock.now.getTime() + 30_000);
      await server.jobs.runDue();
      expect(await statusOf(purchase)).toBe('PayedWaitingForSending');
    },
  );
});
