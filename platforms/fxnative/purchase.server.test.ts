import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { SimulatedWebhook } from '#kit/simulator-webhooks.server.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { eraseAccount } from '#server/features/account-deletion/erase-account.ts';
import { claimPurchase } from '#server/features/orders/claims/claim-purchase.ts';
import { reconcileProviderRecords } from '#server/features/orders/reconciliation/reconcile-provider-records.ts';
import { requestRefund } from '#server/features/orders/refunds/request-refund.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#server/testing/create-test-app.ts';
import { createTestTools } from '../kit/testing/tools.server.ts';
import type { PlatformTools } from '../port.server.ts';
import { adapter } from './adapter.server.ts';
import { parseAppStoreWebhook } from './app-store-webhook.server.ts';
import type { NativeSettings } from './settings.ts';
import { createAppStoreNotification, signJws } from './simulator-app-store.server.ts';
import { createGooglePlayPush } from './simulator-google-play.server.ts';
import {
  buyOnPhone,
  changePurchaseState,
  openStoreEnvironment,
  simulatedStores,
  createStoreWebhook,
  type SimulatedStoreName,
  type SimulatedPurchaseRequest,
} from './simulator.server.ts';
import { openSimulatedStores, type SimulatedStores } from './testing/open-stores.server.ts';

const game = 'gem-miner';
const names = Object.keys(simulatedStores) as SimulatedStoreName[];
let stores: SimulatedStores;
let server: TestApp;
let player: Player;

interface Player {
  readonly accountId: string;
  readonly token: string;
}

async function openServer(more: TestAppOptions = {}): Promise<TestApp> {
  const opened = await createTestApp({
    now: stores.place.now,
    settings: { platforms: { fxnative: { ...stores.settings } } },
    vendorFetch: stores.host().fetch as never,
    env: { REQUESTS_PER_MINUTE: '9999999' },
    ...more,
  });
  await insertDemoContent(opened.database);
  return opened;
}

beforeAll(async () => {
  stores = await openSimulatedStores();
  stores.clock.now = new Date();
  server = await openServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await stores[Symbol.asyncDispose]();
});
beforeEach(async () => {
  stores.fault = undefined;
  player = await enter();
});

async function enter(on: TestApp = server): Promise<Player> {
  const accountId = randomUUID();
  await on.database.kysely.insertInto('accounts').values({ account_id: accountId, name: 'Ada' }).execute();
  await on.database.kysely
    .insertInto('connected_games')
    .values({ account_id: accountId, game, game_uid: randomUUID() })
    .execute();
  return { accountId, token: (await on.sessions.begin(accountId)).token };
}

/** RuStore needs an attached order: its numbers alone prove nothing. */
const make = (name: SimulatedStoreName, wish: Partial<SimulatedPurchaseRequest> = {}) =>
  buyOnPhone(
    name,
    { productId: 'gems-100', ...(name === 'RuStore' && { orderId: player.accountId }), ...wish },
    stores.place,
  );
type Bought = ReturnType<typeof make>;

const bring = (
  Store: SimulatedStoreName,
  { Receipt, Signature, StoreUserId }: Pick<Bought, 'Receipt' | 'Signature' | 'StoreUserId'>,
  more: { PublicOrderId?: string; Sku?: string } = {},
  { token }: Player = player,
  on: TestApp = server,
) =>
  on.client(token).fxnative.validatePurchase({
    Game: game,
    Store,
    Receipt,
    Sku: 'gems-100',
    ...(Signature !== undefined && { Signature }),
    ...(StoreUserId !== undefined && { StoreUserId }),
    ...more,
  });

const order = async (Store: SimulatedStoreName, Sku = 'gems-100', on: TestApp = server, { token }: Player = player) =>
  on.client(token).store.createPayment({ Game: game, Sku, WebPublishingPlatform: 'FxNative', FxNative: { Store } });

const ordersOf = ({ accountId }: Player, on: TestApp = server) =>
  on.database.kysely
    .selectFrom('orders')
    .leftJoin('deliveries', 'deliveries.order_id', 'orders.order_id')
    .leftJoin('ledger', 'ledger.order_id', 'orders.order_id')
    .select(['orders.order_id', 'orders.status', 'orders.price_minor', 'orders.currency', 'orders.sku'])
    .select(['ledger.kind', 'ledger.amount_minor', 'ledger.is_test', 'deliveries.type'])
    .where('orders.account_id', '=', accountId)
    .orderBy('orders.created_at')
    .orderBy('ledger.kind')
    .orderBy('deliveries.type')
    .execute();

async function post({ body, headers }: SimulatedWebhook, on: TestApp = server, url = '/api/v1/hooks/fxnative') {
  const answer = await on.app.inject({ method: 'POST', url, payload: body, headers: { ...headers } });
  return answer.statusCode;
}

async function sendWebhook(name: SimulatedStoreName, purchase: Bought, on: TestApp = server): Promise<number> {
  const webhook = await createStoreWebhook(name, purchase, stores.place);
  if (!webhook) throw new Error(`${name} tells nothing.`);
  return post(webhook, on);
}

describe.each(names)('a purchase in %s', (name) => {
  it('is granted once to the account that reports it, and to no other', async () => {
    const purchase = make(name);
    const granted = await bring(name, purchase);
    expect(granted).toMatchObject({ Success: true, State: 'Granted' });
    expect(await bring(name, purchase)).toEqual(granted);
    await server.jobs.runDue();
    expect(await bring(name, purchase)).toEqual(granted);
    const thief = await enter();
    const refused = await bring(name, purchase, {}, thief);
    expect(refused).toMatchObject({ Success: false, State: 'Refused' });
    expect(refused).not.toHaveProperty('PublicOrderId');
    expect(await ordersOf(thief)).toEqual([]);
    expect(await ordersOf(player)).toMatchObject([
      { order_id: granted.PublicOrderId, status: 'PayedWaitingForSending', kind: 'charged', type: 'order.paid' },
    ]);
  });

  it('pays the order that was made for it', async () => {
    const { TransactionId, FxNative } = await order(name);
    expect(FxNative).toEqual({ StoreSpecificOrderProductSku: 'gems-100' });
    const granted = await bring(name, make(name, { orderId: TransactionId }), { PublicOrderId: TransactionId });
    expect(granted).toMatchObject({ Success: true });
    const paid = (await ordersOf(player)).find(({ kind }) => kind === 'charged');
    expect(paid?.order_id).toBe(granted.PublicOrderId);
    // The store sold it at another price than ours, so it becomes an order of its own.
    expect(granted.PublicOrderId === TransactionId).toBe(name !== 'AppStore');
  });

  it('of another product, refunded or unknown is refused with a code', async () => {
    expect(await bring(name, make(name), { Sku: 'gems-550' })).toMatchObject({ State: 'Refused' });
    const gone = make(name);
    changePurchaseState(gone, 'refunded', stores.place);
    expect(await bring(name, gone)).toMatchObject({ State: 'Refused', Reason: 'Refunded' });
    expect(await bring(name, { Receipt: 'nonsense' })).toEqual({
      Success: false,
      State: 'Refused',
      Reason: 'Unproved',
    });
    expect(await ordersOf(player)).toEqual([]);
  });

  it('is retried if the store doesn’t respond', async () => {
    const purchase = make(name);
    stores.fault = { address: /./, status: 503 };
    await expect(bring(name, purchase)).rejects.toMatchObject({ status: 503, code: 'ProviderUnavailable' });
    stores.fault = undefined;
    expect(await bring(name, purchase)).toMatchObject({ Success: true });
  });

  it('is granted to one of two accounts that report it at the same time', async () => {
    const other = await enter();
    const purchase = make(name);
    const ends = await Promise.all([player, other].map((each) => bring(name, purchase, {}, each)));
    expect(ends.filter(({ Success }) => Success)).toHaveLength(1);
    const charged = [...(await ordersOf(player)), ...(await ordersOf(other))].filter(({ kind }) => kind === 'charged');
    expect(charged).toHaveLength(1);
  });
});

// Amazon attaches no data of the app to a purchase.
it.each(names.filter((name) => name !== 'Amazon'))(
  'a purchase in %s with an order id belongs to the buyer of that order',
  async (name) => {
    const { TransactionId } = await order(name);
    const purchase = make(name, { orderId: TransactionId });
    const thief = await enter();
    const own = await order(name, 'gems-100', server, thief);
    for (const more of [{}, { PublicOrderId: own.TransactionId }])
      expect(await bring(name, purchase, more, thief)).toMatchObject({
        State: 'Refused',
        Reason: name === 'RuStore' ? 'NoOrder' : 'OtherOrder',
      });
    expect(await bring(name, purchase)).toMatchObject({ Success: true });
  },
);

test('the ledger has the amount and currency that the store charged, or our price if it reports none', async () => {
  await bring('AppStore', make('AppStore'));
  stores.clock.now = new Date(stores.clock.now.getTime() + 1000);
  await bring('GooglePlay', make('GooglePlay'));
  expect(await ordersOf(player)).toMatchObject([
    { price_minor: 299, currency: 'USD', amount_minor: 299 },
    { price_minor: 199, currency: 'USD', amount_minor: 199 },
  ]);
});

test('a free purchase is granted, and is not revenue', async () => {
  const purchase = make('GooglePlay');
  const body = JSON.stringify({ purchaseState: 0, purchaseType: 1 });
  stores.fault = { address: /tokens\//, status: 200, body };
  expect(await bring('GooglePlay', purchase)).toMatchObject({ Success: true });
  expect(await ordersOf(player)).toMatchObject([{ price_minor: 0, kind: 'charged', amount_minor: 0 }]);
});

test('a product that the game does not sell is refused and recorded for an operator', async () => {
  const purchase = make('GooglePlay', { productId: 'no-such-product' });
  expect(await bring('GooglePlay', purchase, { Sku: 'no-such-product' })).toEqual({
    Success: false,
    State: 'Refused',
    Reason: 'NotSold',
  });
  const noted = await server.database.kysely
    .selectFrom('payment_discrepancies')
    .select('kind')
    .where('transaction_id', '=', `GooglePlay:${purchase.id}`)
    .execute();
  expect(noted).toEqual([{ kind: 'not-sold' }]);
});

describe('a pending purchase', () => {
  const pending = () => make('GooglePlay', { state: 'pending' });
  const begin = async () => {
    const purchase = pending();
    const answer = await bring('GooglePlay', purchase);
    expect(answer).toEqual({ Success: false, State: 'Pending', PublicOrderId: expect.any(String) as string });
    expect(await ordersOf(player)).toMatchObject([{ status: 'WaitingForPayment', kind: null, type: null }]);
    return { purchase, orderId: answer.PublicOrderId };
  };
  const isPaid = async (orderId: string | undefined) =>
    expect(await ordersOf(player)).toMatchObject([
      { order_id: orderId, status: 'PayedWaitingForSending', kind: 'charged', type: 'order.paid' },
    ]);

  it('keeps one order however often it is reported, until the device reports it as paid', async () => {
    const { purchase, orderId } = await begin();
    expect(await bring('GooglePlay', purchase)).toMatchObject({ State: 'Pending', PublicOrderId: orderId });
    const thief = await enter();
    expect(await bring('GooglePlay', purchase, {}, thief)).toMatchObject({ Reason: 'OtherAccount' });
    changePurchaseState(purchase, 'paid', stores.place);
    expect(await bring('GooglePlay', purchase, {}, thief)).toMatchObject({ Reason: 'OtherAccount' });
    expect(await bring('GooglePlay', purchase)).toEqual({ Success: true, State: 'Granted', PublicOrderId: orderId });
    await isPaid(orderId);
  });

  it('is granted by the store’s own notification, once', async () => {
    const { purchase, orderId } = await begin();
    changePurchaseState(purchase, 'paid', stores.place);
    expect([await sendWebhook('GooglePlay', purchase), await sendWebhook('GooglePlay', purchase)]).toEqual([200, 200]);
    await isPaid(orderId);
    await server.jobs.runDue('purchase-finish');
    expect(purchase.isConsumed).toBe(true);
  });

  it('is found paid in the store’s records without a notification', async () => {
    const { purchase, orderId } = await begin();
    changePurchaseState(purchase, 'paid', stores.place);
    stores.clock.now = new Date(stores.clock.now.getTime() + 30_000);
    await server.jobs.runDue('payment-check');
    await isPaid(orderId);
  });

  it('ends when the store cancels it', async () => {
    const { purchase } = await begin();
    changePurchaseState(purchase, 'refunded', stores.place);
    const told = { version: '1.0', notificationType: 2, purchaseToken: purchase.id, sku: 'gems-100' };
    const notification = { packageName: 'com.example.game', oneTimeProductNotification: told };
    expect(await post(await createGooglePlayPush(notification, stores.clock.now))).toBe(200);
    expect((await ordersOf(player)).map(({ status }) => status)).toEqual(['Cancelled']);
  });

  it('reserves its order: another purchase that names it gets a new one', async () => {
    const { TransactionId } = await order('GooglePlay');
    const first = make('GooglePlay', { state: 'pending', orderId: TransactionId });
    expect(await bring('GooglePlay', first)).toMatchObject({ State: 'Pending', PublicOrderId: TransactionId });
    const second = await bring('GooglePlay', make('GooglePlay', { orderId: TransactionId }));
    expect(second.Success && second.PublicOrderId !== TransactionId).toBe(true);
    changePurchaseState(first, 'paid', stores.place);
    expect(await bring('GooglePlay', first)).toMatchObject({ Success: true, PublicOrderId: TransactionId });
  });
});

describe('a granted purchase', () => {
  it('is consumed afterwards, by a job that is retried after an error', async () => {
    const purchase = make('GooglePlay');
    await bring('GooglePlay', purchase);
    expect(purchase.isConsumed).toBe(false);
    stores.fault = { address: /:consume/, status: 503 };
    await server.jobs.runDue('purchase-finish').catch(() => undefined);
    expect(purchase.isConsumed).toBe(false);
    stores.fault = undefined;
    stores.clock.now = new Date(stores.clock.now.getTime() + 60_000);
    await server.jobs.runDue('purchase-finish');
    expect(purchase.isConsumed).toBe(true);
  });

  it('is acknowledged if it is not a consumable', async () => {
    const { kysely } = server.database;
    await kysely.updateTable('products').set({ product_type: 'Durable' }).where('sku', '=', 'lamp').execute();
    const purchase = make('GooglePlay', { productId: 'lamp' });
    expect(await bring('GooglePlay', purchase, { Sku: 'lamp' })).toMatchObject({ Success: true });
    await server.jobs.runDue('purchase-finish');
    expect(purchase).toMatchObject({ isConsumed: false, isAcknowledged: true });
  });
});

describe.each(['AppStore', 'GooglePlay'] as const)('a notification of %s', (name) => {
  it('grants a purchase to the account whose order it names, before the device reports it', async () => {
    const { TransactionId } = await order(name);
    const purchase = make(name, { orderId: TransactionId });
    expect(await sendWebhook(name, purchase)).toBe(200);
    const granted = (await ordersOf(player)).find(({ kind }) => kind === 'charged');
    expect(await bring(name, purchase)).toMatchObject({ Success: true, PublicOrderId: granted?.order_id });
    expect((await ordersOf(player)).filter(({ kind }) => kind === 'charged')).toHaveLength(1);
  });

  it('of a purchase without an order id grants nothing', async () => {
    const purchase = make(name);
    expect(await sendWebhook(name, purchase)).toBe(200);
    expect(await bring(name, purchase)).toMatchObject({ Success: true });
  });

  it('revokes a granted purchase, once and completely', async () => {
    const purchase = make(name);
    await bring(name, purchase);
    changePurchaseState(purchase, 'refunded', stores.place);
    const webhook = await createStoreWebhook(name, purchase, stores.place);
    if (!webhook) throw new Error('It tells nothing.');
    for (const _ of [1, 2]) expect(await post(webhook)).toBe(200);
    expect(await sendWebhook(name, purchase)).toBe(200);
    const after = await ordersOf(player);
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set(['CancelledPaid']));
    expect(after.map(({ kind, amount_minor: amount }) => [kind, amount])).toEqual([
      ['charged', after[0]?.price_minor],
      ['refunded', after[0]?.price_minor],
    ]);
    expect(await bring(name, purchase)).toMatchObject({ State: 'Refused', Reason: 'Refunded' });
  });
});

test('a refund that Apple reverses is reported to an operator, and grants nothing again', async () => {
  const purchase = make('AppStore');
  await bring('AppStore', purchase);
  const at = openStoreEnvironment('AppStore', stores.place);
  expect(await post(createAppStoreNotification('REFUND', purchase, at))).toBe(200);
  expect(await post(createAppStoreNotification('REFUND_REVERSED', purchase, at))).toBe(200);
  const after = await ordersOf(player);
  expect(after.map(({ kind }) => kind)).toEqual(['charged', 'refund-failed', 'refunded']);
  expect(after[0]?.status).toBe('CancelledPaid');
});

test('other notifications of Apple are accepted and change nothing', async () => {
  const purchase = make('AppStore');
  await bring('AppStore', purchase);
  const at = openStoreEnvironment('AppStore', stores.place);
  for (const type of ['TEST', 'CONSUMPTION_REQUEST', 'SUBSCRIBED', 'WHATEVER_COMES'])
    expect(await post(createAppStoreNotification(type, purchase, at))).toBe(200);
  expect(await ordersOf(player)).toMatchObject([{ status: 'PayedWaitingForSending' }]);
  expect(await post(createAppStoreNotification('REVOKE', purchase, at))).toBe(200);
  expect((await ordersOf(player))[0]?.status).toBe('CancelledPaid');
});

test('a notification is accepted by its signature only', async () => {
  const purchase = make('AppStore');
  await bring('AppStore', purchase);
  const { body } = createAppStoreNotification('REFUND', purchase, openStoreEnvironment('AppStore', stores.place));
  const { signedPayload } = JSON.parse(body) as { signedPayload: string };
  const [header, payload, signature = ''] = signedPayload.split('.');
  const forged = [header, payload, signature.split('').toReversed().join('')].join('.');
  const json = { 'content-type': 'application/json' };
  const voided = {
    packageName: 'com.example.game',
    voidedPurchaseNotification: { purchaseToken: 'x', productType: 2 },
  };
  const pushed = (claims: object) => createGooglePlayPush(voided, stores.clock.now, claims);
  const refused = [
    { body: JSON.stringify({ signedPayload: forged }), headers: json },
    { body: '{}', headers: json },
    { body: '', headers: json },
    { body: '{"message":{"data":"e30="}}', headers: json },
    { ...(await pushed({})), headers: json },
    await pushed({ email: 'somebody@else.example' }),
    await pushed({ email_verified: false }),
    await pushed({ aud: 'https://another.example' }),
    await createGooglePlayPush({ ...voided, packageName: 'com.example.other' }, stores.clock.now),
    await createGooglePlayPush({ nothing: true }, stores.clock.now),
    await createGooglePlayPush(voided, new Date(stores.clock.now.getTime() - 2 * 3_600_000)),
  ];
  for (const webhook of refused) expect(await post(webhook), webhook.body).toBe(403);
  expect(await ordersOf(player)).toMatchObject([{ status: 'PayedWaitingForSending' }]);
});

test.each(['AppStore', 'GooglePlay'] as const)(
  'refunds in %s are found once a day if their notification was lost',
  async (name) => {
    const [first, second, third, kept] = [make(name), make(name), make(name), make(name)];
    for (const purchase of [first, second, third, kept]) await bring(name, purchase);
    for (const purchase of [first, second, third]) changePurchaseState(purchase, 'refunded', stores.place);
    stores.clock.now = new Date(stores.clock.now.getTime() + 3_600_000);
    await reconcileProviderRecords(server.money.deps, 'fxnative', undefined);
    await reconcileProviderRecords(server.money.deps, 'fxnative', undefined);
    const after = await ordersOf(player);
    expect(after.filter(({ kind }) => kind === 'refunded')).toHaveLength(3);
    const whole = after.filter(({ kind }) => kind === 'charged').map(({ status }) => status);
    expect(whole.toSorted()).toEqual(['CancelledPaid', 'CancelledPaid', 'CancelledPaid', 'PayedWaitingForSending']);
  },
);

test('without an API key the App Store’s record is not read, but Google Play’s is', async () => {
  const { AppStore } = stores.settings;
  const { Api: _, ...withoutApi } = AppStore ?? { BundleId: '' };
  stores.asked.length = 0;
  const span = { from: new Date(0), to: stores.clock.now };
  await adapter.payments?.listRefunds?.(span, stores.host({ AppStore: withoutApi }));
  expect(stores.asked.filter((each) => !each.endsWith('/token'))).toEqual([expect.stringContaining('voidedpurchases')]);
});

// AppGallery reports nothing after confirmation, and the other two send webhooks.
it.each(['Samsung', 'Amazon', 'RuStore'] as const)(
  'refunds made by %s are found when an operator requests one, which only the store itself makes',
  async (name) => {
    const purchase = make(name);
    const { PublicOrderId = '' } = await bring(name, purchase);
    await requestRefund(server.money.deps, PublicOrderId, { reason: 'operator' });
    await server.jobs.runDue('refund');
    await server.jobs.runDue('payment-check');
    expect((await ordersOf(player))[0]?.status).toBe('PayedWaitingForSending');
    changePurchaseState(purchase, 'refunded', stores.place);
    await requestRefund(server.money.deps, PublicOrderId, { reason: 'operator' });
    await server.jobs.runDue('refund');
    await server.jobs.runDue('payment-check');
    expect((await ordersOf(player))[0]?.status).toBe('CancelledPaid');
  },
);

test('a check of a purchase that AppGallery no longer reports changes nothing', async () => {
  const { PublicOrderId = '' } = await bring('Huawei', make('Huawei'));
  await server.jobs.runDue('purchase-finish');
  await requestRefund(server.money.deps, PublicOrderId, { reason: 'operator' });
  await server.jobs.runDue('refund');
  await server.jobs.runDue('payment-check');
  const attempt = await server.database.kysely
    .selectFrom('payment_attempts')
    .select('state')
    .where('order_id', '=', PublicOrderId)
    .executeTakeFirstOrThrow();
  expect([attempt.state, (await ordersOf(player))[0]?.status]).toEqual(['open', 'PayedWaitingForSending']);
});

test('a notification of another app is refused, and one without a transaction is accepted', () => {
  const at = openStoreEnvironment('AppStore', stores.place);
  const { AppStore } = stores.settings;
  if (!AppStore) throw new Error('It is not set up.');
  const read = (body: string, more: object = {}) => {
    const { signedPayload } = JSON.parse(body) as { signedPayload: string };
    return parseAppStoreWebhook(signedPayload, { ...stores.host(), settings: { ...AppStore, ...more } }).outcome;
  };
  const { body } = createAppStoreNotification('REFUND', make('AppStore'), at);
  expect(read(body)).toBe('events');
  expect(read(body, { BundleId: 'com.example.other' })).toBe('refused');
  expect(read(body, { AppAppleId: 7 })).toBe('refused');
  const summary = { notificationType: 'RENEWAL_EXTENSION', notificationUUID: randomUUID(), signedDate: Date.now() };
  expect(read(JSON.stringify({ signedPayload: signJws(summary) }))).toBe('ignored');
  const { notificationUUID: _, ...nameless } = summary;
  expect(read(JSON.stringify({ signedPayload: signJws(nameless) }))).toBe('refused');
});

describe.each(['RuStore', 'AppStore'] as const)('a plain purchase number of %s', (name) => {
  const byNumber = ({ id }: Bought) => ({ Receipt: id });
  const refused = (Reason: string) => ({ Success: false, State: 'Refused', Reason });

  it('is granted only to the player whose order the store returns, not to a player who guesses it', async () => {
    const { TransactionId } = await order(name);
    const purchase = make(name, { orderId: TransactionId });
    const thief = await enter();
    const { TransactionId: own } = await order(name, 'gems-100', server, thief);
    for (const named of [{}, { PublicOrderId: own }, { PublicOrderId: TransactionId }])
      expect(await bring(name, byNumber(purchase), named, thief)).toEqual(refused('NoOrder'));
    expect(await ordersOf(thief)).toMatchObject([{ order_id: own, kind: null, type: null }]);
    expect(await bring(name, byNumber(purchase))).toMatchObject({ Success: true, State: 'Granted' });
  });

  it.each([undefined, 'a note of the app', randomUUID()])('grants nothing if the store returns %s', async (orderId) => {
    const { TransactionId } = await order(name);
    const purchase = make(name, { orderId });
    expect(await bring(name, byNumber(purchase), { PublicOrderId: TransactionId })).toEqual(refused('NoOrder'));
    expect(await ordersOf(player)).toMatchObject([{ order_id: TransactionId, kind: null }]);
  });

  it("is granted if the store returns the player's account", async () => {
    const purchase = make(name, { orderId: player.accountId });
    expect(await bring(name, byNumber(purchase))).toMatchObject({ State: 'Granted' });
  });

  it('can be tried ten times a day by an account; repeated numbers are not counted', async () => {
    const others = Array.from({ length: 5 }, () => make(name, { orderId: randomUUID() }).id);
    const wrong = [...others, ...Array.from({ length: 5 }, (_, at) => String(7_000_000 + at))];
    for (const id of [...wrong.slice(0, 9), ...wrong.slice(0, 9), ...wrong])
      expect(await bring(name, { Receipt: id })).toMatchObject({ State: 'Refused' });
    const purchase = make(name, { orderId: player.accountId });
    const tooMany = { status: 429, code: 'TooManyRequests' };
    await expect(bring(name, { Receipt: '7999999' })).rejects.toMatchObject(tooMany);
    await expect(bring(name, byNumber(purchase))).rejects.toMatchObject(tooMany);
    const other = await enter();
    const theirs = make(name, { orderId: other.accountId });
    expect(await bring(name, byNumber(theirs), {}, other)).toMatchObject({ State: 'Granted' });
    await server.database.kysely
      .updateTable('wrong_receipts')
      .set({ day: sql<string>`day - 1` })
      .execute();
    expect(await bring(name, byNumber(purchase))).toMatchObject({ State: 'Granted' });
  });
});

test('purchases of another account on the same device are not counted if they cannot be guessed', async () => {
  const owner = await enter();
  for (let times = 0; times < 12; times += 1) {
    const purchase = make('GooglePlay');
    expect(await bring('GooglePlay', purchase, {}, owner)).toMatchObject({ State: 'Granted' });
    expect(await bring('GooglePlay', purchase)).toMatchObject({ Reason: 'OtherAccount' });
  }
  expect(await bring('GooglePlay', make('GooglePlay'))).toMatchObject({ State: 'Granted' });
});

describe('in production', () => {
  const bringTest = async (name: SimulatedStoreName, settings?: Partial<NativeSettings>) => {
    const strict = { ...server.money.deps, takesTestMoney: false };
    const claimant = { accountId: player.accountId, game };
    const tools: PlatformTools = {
      ...createTestTools(),
      findGrantedOrder: async () => undefined,
      claim: (purchase) => claimPurchase(strict, 'fxnative', claimant, purchase),
    };
    const { Receipt, StoreUserId = '' } = make(name, { isTest: true });
    const asked = { Game: game, Store: name, Sku: 'gems-100', Receipt, StoreUserId };
    const end = await adapter.calls.validatePurchase(asked, stores.host(settings), tools);
    return { end, orders: await ordersOf(player) };
  };

  it.each(['AppStore', 'GooglePlay', 'Amazon', 'RuStore', 'Samsung'] as const)(
    'test purchases of %s grant nothing',
    async (name) => {
      const end = { Success: false, State: 'Refused', Reason: 'Sandbox' };
      expect(await bringTest(name)).toEqual({ end, orders: [] });
    },
  );

  it('App Review’s purchases are granted as tests, if the operator allows it', async () => {
    const { AppStore } = stores.settings;
    const { end, orders } = await bringTest('AppStore', AppStore && { AppStore: { ...AppStore, TakesSandbox: true } });
    expect(end).toMatchObject({ Success: true });
    expect(orders).toMatchObject([{ status: 'PayedWaitingForSending', is_test: true }]);
  });
});

test('a call without a session, for an unconfigured store, or with an invalid body gets an error', async () => {
  const purchase = make('AppStore');
  const nobody = { accountId: '', token: 'nobody' };
  await expect(bring('AppStore', purchase, {}, nobody)).rejects.toMatchObject({ status: 401 });
  await expect(bring('Nowhere' as never, purchase)).rejects.toMatchObject({ status: 400, code: 'InvalidRequest' });
  await expect(bring('AppStore', { Receipt: '' })).rejects.toMatchObject({ status: 400 });
  await using bare = await openServer({ settings: { platforms: { fxnative: {} } } });
  const buyer = await enter(bare);
  await expect(bring('AppStore', purchase, {}, buyer, bare)).rejects.toMatchObject({
    status: 404,
    code: 'NotConfigured',
  });
});

test('the payment handler depends on the store, or on the country in which our own payments may be offered', async () => {
  const { store } = server.client(player.token);
  const ask = async (more: object) =>
    store.storeAvailability({ Game: game, WebPublishingPlatform: 'FxNative', ...more } as never);
  expect(await ask({ FxNative: { Store: 'AppStore', AppStoreCountry: 'USA' } })).toEqual({
    Available: true,
    TakenBy: 'Platform',
  });
  expect(await ask({ Country: 'FRA' })).toEqual({ Available: true, TakenBy: 'Portal' });
  await using bare = await openServer({
    settings: { platforms: { fxnative: { WebPayments: { AppStore: ['USA'], Elsewhere: ['RUS'] } } } },
  });
  const askBare = (more: object) =>
    bare.client().store.storeAvailability({ Game: game, WebPublishingPlatform: 'FxNative', ...more } as never);
  expect(await askBare({ FxNative: { Store: 'AppStore', AppStoreCountry: 'USA' } })).toMatchObject({
    TakenBy: 'Portal',
  });
  expect(await askBare({ FxNative: { Store: 'AppStore', AppStoreCountry: 'DEU' } })).toEqual({ Available: false });
  expect(await askBare({ Country: 'RUS' })).toMatchObject({ TakenBy: 'Portal' });
  expect(await askBare({ Country: 'FRA' })).toEqual({ Available: false });
});

test('an app can query without a session where our own payments may be offered, and gets nothing else', async () => {
  const ask = (query: object) => server.client().fxnative.status({ Game: game, ...query });
  const allowed = [
    [{ AppStoreCountry: 'USA' }, true],
    [{ AppStoreCountry: 'DEU' }, false],
    [{ GooglePlayCountry: 'DE' }, true],
    [{ GooglePlayCountry: 'fr' }, false],
    [{ GooglePlayCountry: 'ZZ' }, false],
    [{ AppStoreCountry: 'DEU', ClientCountryAlpha3: 'USA' }, false],
    [{ AppStoreCountry: 'USA', GooglePlayCountry: 'FR' }, false],
    [{ ClientCountryAlpha3: 'BRA' }, true],
    [{}, false],
  ] as const;
  for (const [query, WebPaymentsAllowed] of allowed)
    expect(await ask(query), JSON.stringify(query)).toEqual({ WebPaymentsAllowed });
  expect(await ask({ AppStoreCountry: 'USA', Token: player.token })).toEqual({ WebPaymentsAllowed: true });
  await using bare = await createTestApp();
  await insertDemoContent(bare.database);
  await expect(bare.client().fxnative.status({ Game: game })).rejects.toMatchObject({ code: 'NotConfigured' });
  await expect(server.client().fxnative.status({ Game: 'no-such-game' })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
});

test('a player signs in with our code, which works once', async () => {
  const { TempToken } = await server.client(player.token).auth.createTempToken({});
  const login = { Social: 'FxNative', Game: game, FxNative: { LoginCode: TempToken } } as const;
  expect(await server.client().auth.authenticateFromSocial(login)).toMatchObject({ AccountId: player.accountId });
  await expect(server.client().auth.authenticateFromSocial(login)).rejects.toMatchObject({ status: 401 });
});

test('a receipt is deleted with its account, and records are not', async () => {
  const purchase = make('GooglePlay');
  await bring('GooglePlay', purchase);
  const attemptOf = () =>
    server.database.kysely
      .selectFrom('payment_attempts')
      .select(['sealed_receipt', 'amount_minor'])
      .where('provider_payment_id', '=', `GooglePlay:${purchase.id}`)
      .executeTakeFirstOrThrow();
  const before = await attemptOf();
  expect(before.sealed_receipt?.includes(purchase.id)).toBe(false);
  await eraseAccount(server.database, player.accountId, { beforeItsTime: true });
  expect(await attemptOf()).toEqual({ sealed_receipt: null, amount_minor: 199 });
});
