import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { requestRefund } from '#server/features/orders/refunds/request-refund.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import type { SimulatedPlayer } from '../scenario.ts';
import { changePurchaseStatus, toSteamId } from './simulator-records.server.ts';
import { createReturnQuery } from './simulator-pages.server.ts';
import { simulator } from './simulator.server.ts';

const clock = { now: new Date() };
const now = () => clock.now;
const place = { at: 'http://vendors.example/lab/vendors/steam', hookUrl: 'http://127.0.0.1:1/', now };
const Game = 'gem-miner';
const player = buildSimulatedPlayer('registered', 'steam');
let vendors: SimulatedVendors;
let server: TestApp;

beforeAll(async () => {
  vendors = await simulateVendors(now);
  const settings = { platforms: { steam: simulator.settings(place) } };
  server = await createTestApp({ now, settings, vendorFetch: vendors.fetch });
  await insertDemoContent(server.database);
  for (const job of server.money.jobs) await job.schedule?.();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

const bring = (Steam: { Ticket: string } | { OpenId: string }) =>
  server.client().auth.authenticateFromSocial({ Social: 'Steam', Game, Locale: 'en', Steam });

const signIn = async (who: SimulatedPlayer = player) =>
  bring((await simulator.login('good', who, place)) as { Ticket: string });

const pass = (seconds: number): void => void (clock.now = new Date(clock.now.getTime() + seconds * 1000));

async function order(Session: 'Client' | 'Web' = 'Client', who = player) {
  const { store } = server.client((await signIn(who)).Token);
  const asked = { Game, Sku: 'gems-100', WebPublishingPlatform: 'Steam', Steam: { Session } } as const;
  const { TransactionId: orderId, Steam, OrderProduct } = await store.createPayment({ ...asked, Currency: 'USD' });
  expect(OrderProduct).toMatchObject({ Currency: 'USD' });
  return { orderId, store, steamOrder: Steam?.OrderId ?? '', steamUrl: Steam?.SteamUrl };
}

const statusOf = async (orderId: string): Promise<string> => {
  const orders = server.database.kysely.selectFrom('orders').select('status').where('order_id', '=', orderId);
  return (await orders.executeTakeFirstOrThrow()).status;
};
const ledgerOf = (orderId: string) =>
  server.database.kysely
    .selectFrom('ledger')
    .select(['kind', 'currency', 'is_test'])
    .where('order_id', '=', orderId)
    .orderBy('kind')
    .execute();

async function buy() {
  const bought = await order();
  changePurchaseStatus(bought.steamOrder, 'Approved', place);
  await bought.store.setOptimisticOrderStatus({ PublicOrderId: bought.orderId, Status: 'Completed' });
  await server.jobs.runDue();
  expect(await statusOf(bought.orderId)).toBe('PayedWaitingForSending');
  return bought;
}

describe('a player of Steam', () => {
  it('signs in with a ticket once', async () => {
    const login = (await simulator.login('good', player, place)) as { Ticket: string };
    await bring(login);
    for (const Ticket of [login.Ticket, login.Ticket.toUpperCase()])
      await expect(bring({ Ticket })).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
  });

  it('gets the same account through Steam’s page, for the requested page, once', async () => {
    const { AccountId } = await signIn();
    const State = '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f';
    const { Url } = await server.client().steam.signIn({ Game, State });
    const returnTo = new URL(Url).searchParams.get('openid.return_to') ?? '';
    expect(returnTo).toMatch(/\/play\/gem-miner\/iframe\/steam\?state=0b1f6c1e/);
    const OpenId = `state=${State}&${createReturnQuery(toSteamId(player.id), returnTo, place)}`;
    expect((await bring({ OpenId })).AccountId).toBe(AccountId);
    await expect(bring({ OpenId })).rejects.toMatchObject({ code: 'ProofRefused' });
    const other = createReturnQuery(toSteamId('1'), returnTo, place).replace(toSteamId('1'), toSteamId(player.id));
    await expect(bring({ OpenId: other })).rejects.toMatchObject({ code: 'ProofRefused' });
  });

  it('has a wallet and friends on Steam', async () => {
    const felix = buildSimulatedPlayer('friends', 'steam');
    const { steam } = server.client((await signIn(felix)).Token);
    expect(await steam.wallet({ Game })).toEqual({ Currency: 'EUR' });
    const { Friends } = await steam.friends({ Game });
    expect(Friends.map(({ Name }) => Name)).toEqual(['Borys Koval', 'Chiyo Mori', 'Darya Rahimi']);
    await expect(server.client().steam.wallet({ Game })).rejects.toMatchObject({ code: 'Unauthenticated' });
  });
});

describe('a purchase', () => {
  it('is charged once the buyer has approved it, once, and is in the records', async () => {
    const { orderId, store, steamOrder } = await order();
    await store.setOptimisticOrderStatus({ PublicOrderId: orderId, Status: 'Completed' });
    await server.jobs.runDue();
    expect(await statusOf(orderId)).toBe('WaitingForPayment');
    changePurchaseStatus(steamOrder, 'Approved', place);
    pass(30);
    await server.jobs.runDue();
    expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
    pass(3600);
    await server.jobs.runDue();
    expect(await ledgerOf(orderId)).toEqual([{ kind: 'charged', currency: 'USD', is_test: true }]);
  });

  const comeBack = async (steamUrl = '') => {
    const address = new URL(steamUrl).searchParams.get('returnurl') ?? '';
    return server.app.inject(new URL(address).pathname);
  };

  it('on Steam’s page is charged when the buyer returns to ours', async () => {
    const { orderId, steamOrder, steamUrl } = await order('Web');
    changePurchaseStatus(steamOrder, 'Approved', place);
    const { statusCode, headers } = await comeBack(steamUrl);
    expect([statusCode, headers.location]).toEqual([303, expect.stringContaining(`/Store/Return/${orderId}`)]);
    await server.jobs.runDue();
    expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
    // Coming back again changes nothing.
    expect((await comeBack(steamUrl)).statusCode).toBe(303);
    await server.jobs.runDue();
    expect(await ledgerOf(orderId)).toEqual([{ kind: 'charged', currency: 'USD', is_test: true }]);
  });

  it('on Steam’s page that the buyer approved and left is never charged', async () => {
    const { orderId, store, steamOrder, steamUrl } = await order('Web');
    changePurchaseStatus(steamOrder, 'Approved', place);
    // The game's tab is visible again, but Steam's page never led back to ours.
    await store.setOptimisticOrderStatus({ PublicOrderId: orderId, Status: 'Completed' });
    for (const seconds of [0, 30, 90, 180, 600, 2701, 24 * 3600]) {
      pass(seconds);
      await server.jobs.runDue();
      expect(await ledgerOf(orderId)).toEqual([]);
    }
    expect(await statusOf(orderId)).toBe('Cancelled');
    await comeBack(steamUrl);
    await server.jobs.runDue();
    expect([await statusOf(orderId), await ledgerOf(orderId)]).toEqual(['Cancelled', []]);
  });

  it('in the overlay has no return page', async () => {
    const { orderId } = await order();
    const { attempt_id: attemptId } = await server.database.kysely
      .selectFrom('payment_attempts')
      .select('attempt_id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    for (const path of [attemptId, '0b1f6c1e-7f0a-4b59-9d0a-7c6a1f1d2e3f', 'x'])
      expect((await server.app.inject(`/payments/returned/${path}`)).statusCode).toBe(404);
  });

  it('that the buyer denied ends', async () => {
    const { orderId, store, steamOrder } = await order();
    changePurchaseStatus(steamOrder, 'Failed', place);
    await store.setOptimisticOrderStatus({ PublicOrderId: orderId, Status: 'Cancelled' });
    await server.jobs.runDue();
    expect(await statusOf(orderId)).toBe('Cancelled');
  });

  it('that is approved after its deadline is never charged', async () => {
    const { orderId, steamOrder } = await order();
    pass(3601);
    changePurchaseStatus(steamOrder, 'Approved', place);
    await server.jobs.runDue();
    expect([await statusOf(orderId), await ledgerOf(orderId)]).toEqual(['Cancelled', []]);
  });

  it('in another currency than the wallet’s is refused', async () => {
    await expect(order('Client', buildSimulatedPlayer('abroad', 'steam'))).rejects.toMatchObject({
      code: 'PaymentRefused',
    });
  });

  it('is refunded by the API, completely', async () => {
    const { orderId } = await buy();
    const { deps } = server.money;
    expect(await requestRefund(deps, orderId, { reason: 'operator', amountMinor: 1 })).toMatchObject({
      outcome: 'full-refund-only',
    });
    await requestRefund(deps, orderId, { reason: 'operator' });
    await server.jobs.runDue('refund');
    expect(await statusOf(orderId)).toBe('CancelledPaid');
    expect((await ledgerOf(orderId)).map(({ kind }) => kind)).toEqual(['charged', 'refunded']);
  });

  it.each([
    ['Refunded', 'refunded'],
    ['Chargedback', 'dispute-lost'],
  ])('that Steam refunds is found in its report: %s', async (status, kind) => {
    const { orderId, steamOrder } = await buy();
    changePurchaseStatus(steamOrder, status, place);
    pass(24 * 3600);
    await server.jobs.runDue('payment-comparison');
    expect(await statusOf(orderId)).toBe('CancelledPaid');
    expect((await ledgerOf(orderId)).map((entry) => entry.kind)).toEqual(['charged', kind]);
  });
});

it('the payment handler depends on the country and on the window', async () => {
  const { store } = server.client((await signIn()).Token);
  const ask = async (Session: 'Client' | 'Web', Country: string) =>
    (await store.storeAvailability({ Game, WebPublishingPlatform: 'Steam', Country, Steam: { Session } })).TakenBy;
  expect([await ask('Client', 'DEU'), await ask('Web', 'DEU'), await ask('Web', 'USA')]).toEqual([
    'Platform',
    'Portal',
    'Platform',
  ]);
});
