// A player of VK from the signed start to votes that went back, through the server's own doors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { simulatedPlayer } from '#lab/model/simulated-players.ts';
import { requestRefund } from '#server/features/orders/refunds/request-refund.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import type { SimulatedWebhook, SimulatedPurchase } from '../simulator-port.server.ts';
import type { SimulatedPlayer } from '../situation.ts';
import { signTexts } from './sign.server.ts';
import { simulator } from './simulator.server.ts';

const clock = { now: new Date() };
const now = () => clock.now;
// Nobody listens there: what the simulation would send by itself is sent by the tests.
const place = { at: 'http://vendors.example/lab/vendors/vkontaktecom', hookUrl: 'http://127.0.0.1:1/', now };
const player = simulatedPlayer('registered', 'vkontaktecom');
let vendors: SimulatedVendors;
let server: TestApp;

beforeAll(async () => {
  vendors = await simulateVendors(now);
  server = await createTestApp({
    now,
    settings: { platforms: { vkontaktecom: simulator.settings(place) } },
    vendorFetch: vendors.fetch,
  });
  await loadDemoContent(server.database);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

type Kind = 'ask' | 'paid' | 'refunded';

async function made(kind: Kind, purchase: SimulatedPurchase): Promise<SimulatedWebhook> {
  const notice = await simulator.notices?.[kind]?.(purchase, place);
  if (!notice) throw new Error(`VK sends no notice of the kind ${kind}.`);
  return notice;
}

async function signIn(who: SimulatedPlayer, kind: Parameters<typeof simulator.login>[0] = 'good') {
  const login = await simulator.login(kind, who, place);
  return server.client().auth.authenticateFromSocial({
    Social: 'VkontakteCom',
    Game: 'gem-miner',
    Locale: 'ru',
    // Its shape is checked by the call.
    VkontakteCom: login as { QueryString: string },
  });
}

/** An order that waits for its buyer to pay. */
async function begin(): Promise<SimulatedPurchase> {
  const { Token } = await signIn(player);
  const { TransactionId, OrderProduct } = await server
    .client(Token)
    .store.createPayment({ Game: 'gem-miner', Sku: 'gems-100', WebPublishingPlatform: 'VkontakteCom' });
  expect(OrderProduct).toMatchObject({ Currency: 'VKV' });
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
    payerId: player.id,
  };
}

async function tell({ body, headers }: SimulatedWebhook) {
  const url = '/api/v1/hooks/vkontaktecom';
  const answer = await server.app.inject({ method: 'POST', url, payload: body, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<object>();
}

/** With other fields, signed by the same key. */
function changed({ body, headers }: SimulatedWebhook, fields: Record<string, string>): SimulatedWebhook {
  const { sig: _, ...texts } = { ...Object.fromEntries(new URLSearchParams(body)), ...fields };
  const { SecureKey: key } = simulator.settings(place) as { SecureKey: string };
  return { body: new URLSearchParams({ ...texts, sig: signTexts(texts, key) }).toString(), headers };
}

async function statusOf({ orderId }: SimulatedPurchase): Promise<string> {
  const { kysely } = server.database;
  const row = await kysely
    .selectFrom('orders')
    .select('status')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return row.status;
}

const fault = (error_code: number, critical = true) => ({
  error: { error_code, error_msg: expect.any(String), critical },
});

describe('a player of VK', () => {
  it('is the same account at every start', async () => {
    const [first, second] = [await signIn(player), await signIn(player)];
    expect(second.AccountId).toBe(first.AccountId);
    expect((await signIn(simulatedPlayer('friends', 'vkontaktecom'))).AccountId).not.toBe(first.AccountId);
  });

  it.each(['changed', 'foreign', 'other game', 'stale', 'future'] as const)(
    'is not believed with a login that is %s',
    (kind) => expect(signIn(player, kind)).rejects.toMatchObject({ status: 401, code: 'ProofRefused' }),
  );
});

describe('a purchase for votes', () => {
  it('is asked for, paid once however often it is told, and answered the same', async () => {
    const purchase = await begin();
    expect(await tell(await made('ask', purchase))).toEqual({
      response: {
        title: expect.stringMatching(/^.{1,48}$/),
        price: purchase.amountMinor,
        item_id: 'gems-100',
        expiration: 0,
      },
    });
    expect(await statusOf(purchase)).toBe('WaitingForPayment');
    const notice = await made('paid', purchase);
    const first = await tell(notice);
    expect(first).toEqual({ response: { order_id: expect.any(Number), app_order_id: expect.any(Number) } });
    for (let times = 0; times < 3; times += 1) expect(await tell(notice)).toEqual(first);
    expect(await statusOf(purchase)).toBe('PayedWaitingForSending');
    const ledger = await server.database.kysely
      .selectFrom('ledger')
      .select(['kind', 'amount_minor', 'currency', 'is_test'])
      .where('order_id', '=', purchase.orderId)
      .execute();
    expect(ledger).toEqual([{ kind: 'charged', amount_minor: purchase.amountMinor, currency: 'VKV', is_test: true }]);
    // Nobody pays it again.
    expect(await tell(await made('ask', purchase))).toEqual(fault(20));
  });

  it('is nobody else’s: neither another person’s, nor for another price, nor of another item', async () => {
    const purchase = await begin();
    const asked = await made('ask', purchase);
    const told = await made('paid', purchase);
    expect(await tell(changed(asked, { user_id: '999' }))).toEqual(fault(20));
    expect(await tell(changed(asked, { item: '00000000-0000-4000-8000-000000000000' }))).toEqual(fault(20));
    expect(await tell(changed(told, { item_price: '1', order_id: '99' }))).toEqual(fault(101));
    expect(await tell({ ...told, body: told.body.replace('status=chargeable', 'status=refunded') })).toEqual(fault(10));
    expect(await statusOf(purchase)).toBe('WaitingForPayment');
  });

  it('of an order that nobody knows is to come again', async () => {
    const told = changed(await made('paid', await begin()), {
      item: '00000000-0000-4000-8000-000000000001',
      order_id: '98',
    });
    expect(await tell(told)).toEqual(fault(2, false));
  });

  // Whatever order they come in, and however often.
  const shuffles: Kind[][] = [
    ['ask', 'paid', 'refunded'],
    ['paid', 'refunded', 'ask', 'refunded', 'paid'],
    ['refunded', 'paid'],
    ['refunded', 'refunded', 'ask', 'paid', 'paid'],
    ['paid', 'ask', 'paid', 'refunded', 'ask', 'refunded'],
  ];
  it.each(shuffles.map((names) => [names] as const))('ends the same by %j', async (names) => {
    const purchase = await begin();
    const notices: Record<Kind, SimulatedWebhook> = {
      ask: await made('ask', purchase),
      paid: await made('paid', purchase),
      refunded: await made('refunded', purchase),
    };
    for (const name of names) await tell(notices[name]);
    expect(await statusOf(purchase)).toBe('CancelledPaid');
    const ledger = await server.database.kysely
      .selectFrom('ledger')
      .select('kind')
      .where('order_id', '=', purchase.orderId)
      .orderBy('kind')
      .execute();
    expect(ledger).toEqual([{ kind: 'charged' }, { kind: 'refunded' }]);
  });

  it('goes back by the API when an operator says so', async () => {
    const purchase = await begin();
    await tell(await made('paid', purchase));
    expect(await requestRefund(server.money.deps, purchase.orderId, { reason: 'operator' })).toMatchObject({
      outcome: 'requested',
      amountMinor: purchase.amountMinor,
    });
    await server.jobs.runDue('refund');
    expect(await statusOf(purchase)).toBe('CancelledPaid');
    // What VK tells of it later is the same refund.
    await tell(await made('refunded', purchase));
    const { kysely } = server.database;
    const refunds = await kysely.selectFrom('ledger').select('kind').where('order_id', '=', purchase.orderId).execute();
    expect(refunds.map(({ kind }) => kind).toSorted()).toEqual(['charged', 'refunded']);
  });

  it('does not go back in parts', async () => {
    const purchase = await begin();
    await tell(await made('paid', purchase));
    const part = { reason: 'operator' as const, amountMinor: 1 };
    expect(await requestRefund(server.money.deps, purchase.orderId, part)).toMatchObject({ outcome: 'whole only' });
  });

  it('is found in VK’s books when its notice was lost', async () => {
    const purchase = await begin();
    await made('paid', purchase);
    clock.now = new Date(clock.now.getTime() + 30_000);
    await server.jobs.runDue();
    expect(await statusOf(purchase)).toBe('PayedWaitingForSending');
  });
});

it('a session of the Open API signs in the same person', async () => {
  const { AccountId } = await signIn(player);
  const session = {
    expire: Math.floor(clock.now.getTime() / 1000) + 60,
    mid: Number(player.id),
    secret: 's',
    sid: 'i',
  };
  const { SecureKey: key } = simulator.settings(place) as { SecureKey: string };
  const sig = signTexts({ ...session, expire: String(session.expire), mid: player.id }, key);
  const send = (sent: object) =>
    server
      .client()
      .vkontaktecom.authenticateFromOpenApi({ Game: 'gem-miner', VkSessionUser: { ...session, sig, ...sent } });
  expect(await send({})).toEqual({ Token: expect.stringMatching(/./), AccountId });
  await expect(send({ mid: session.mid + 1 })).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
});
