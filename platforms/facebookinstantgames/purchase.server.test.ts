import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signFacebookRequest, simulatedFacebookApp } from '#kit/simulator-facebook.server.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createWebhook, simulator } from './simulator.server.ts';

const now = () => new Date();
const place = {
  at: 'http://vendors.example/lab/vendors/facebookinstantgames',
  hookUrl: 'http://portal.example/api/v1/hooks/facebookinstantgames',
  now,
};
const game = 'gem-miner';
const player = buildSimulatedPlayer('registered', 'facebookinstantgames');
let facebook: FastifyInstance;
let server: TestApp;

beforeAll(async () => {
  const settings = { platforms: { facebookinstantgames: simulator.settings(place) } };
  server = await createTestApp({ now, settings });
  await insertDemoContent(server.database);
  facebook = fastify();
  await simulator.mount(facebook, place);
  vi.stubGlobal('fetch', async ({ pathname }: URL, { body, headers }: { body: string; headers: object }) => {
    const answer = await server.app.inject({ method: 'POST', url: pathname, payload: body, headers: { ...headers } });
    return new Response(answer.body, { status: answer.statusCode });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await facebook.close();
  await server[Symbol.asyncDispose]();
});

async function web<T>(path: string, body: object): Promise<T> {
  const answer = await facebook.inject({ method: 'POST', url: `/web/${path}`, payload: { app: game, ...body } });
  expect(answer.statusCode).toBe(200);
  return answer.json<T>();
}

const signIn = (login: { ApplicationScopedId?: string; Signature: string; PlayerSignature?: string }) =>
  server.client().auth.authenticateFromSocial({
    Social: 'FacebookInstantGames',
    Game: game,
    FacebookInstantGames: login,
  });
const signInAs = async (id: string) =>
  signIn((await simulator.login('good', { ...player, id }, place)) as { Signature: string });

it('one signature signs in once, even with many concurrent requests', async () => {
  const login = (await simulator.login('good', { ...player, id: '10150000000000777' }, place)) as { Signature: string };
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => signIn(login)));
  const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  expect(refusals).toHaveLength(5);
  for (const refusal of [...refusals, await signIn(login).catch((error: unknown) => error)])
    expect(refusal).toMatchObject({ code: 'ProofRefused', status: 401 });
});

async function order(token: string): Promise<string> {
  const asked = { Game: game, Sku: 'gems-100', WebPublishingPlatform: 'FacebookInstantGames' } as const;
  const { TransactionId, FacebookInstantGames, OrderProduct } = await server.client(token).store.createPayment(asked);
  expect(FacebookInstantGames).toEqual({ StoreSpecificOrderProductSku: 'gems-100' });
  expect(OrderProduct).toMatchObject({ Currency: 'USD' });
  return TransactionId;
}

interface Bought {
  readonly paymentID: string;
  readonly purchaseToken: string;
  readonly signedRequest: string;
}
const buy = (playerId: string, store = 'FB') =>
  web<Bought>('buy', { playerId, productID: 'gems-100', developerPayload: store });

const bring = async (token: string, FbInstantPurchaseSignedData: string, PublicOrderId?: string) => {
  const brought = { Game: game, FbInstantPurchaseSignedData, ...(PublicOrderId !== undefined && { PublicOrderId }) };
  return (await server.client(token).facebookinstantgames.purchase(brought)).Success;
};

/** What Facebook sends about a purchase. */
async function notify({ paymentID, purchaseToken }: Bought, more: object = {}, secret?: string): Promise<number> {
  const about = { payment_id: paymentID, purchase_token: purchaseToken, product_id: 'gems-100' };
  const price = { purchase_price: { amount: await priceOf(), currency: 'USD' } };
  const { body, headers } = createWebhook(
    { app_id: simulatedFacebookApp.id, payment_action_type: 'charge', ...about, ...price, ...more },
    secret,
  );
  const url = '/api/v1/hooks/facebookinstantgames';
  return (await server.app.inject({ method: 'POST', url, payload: body, headers: { ...headers } })).statusCode;
}

async function priceOf(): Promise<string> {
  const products = await web<{ productID: string; priceAmount: string }[]>('catalogue', { playerId: '1' });
  return products.find(({ productID }) => productID === 'gems-100')?.priceAmount ?? '';
}

const statusOf = async (orderId: string) =>
  (
    await server.database.kysely
      .selectFrom('orders')
      .select('status')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).status;

const ledgerOf = (accountId: string) =>
  server.database.kysely
    .selectFrom('orders')
    .innerJoin('ledger', 'ledger.order_id', 'orders.order_id')
    .select(['ledger.order_id', 'orders.status', 'ledger.transaction_id', 'ledger.currency', 'ledger.is_test'])
    .where('orders.account_id', '=', accountId)
    .orderBy('orders.created_at')
    .execute();

it('a purchase is granted once by its payment, and stays at the platform until it is consumed', async () => {
  const { Token, AccountId } = await signInAs('501');
  const orderId = await order(Token);
  const { paymentID, purchaseToken, signedRequest } = await buy('23501');
  expect(await bring(Token, signedRequest, orderId)).toBe(true);
  expect(await bring(Token, signedRequest)).toBe(true);
  expect(await ledgerOf(AccountId)).toEqual([
    { order_id: orderId, status: 'PayedWaitingForSending', transaction_id: paymentID, currency: 'USD', is_test: true },
  ]);
  const { Token: stranger } = await signInAs('502');
  expect(await bring(stranger, signedRequest), 'somebody else').toBe(false);
  expect(await web<object[]>('purchases', { playerId: '23501' })).toHaveLength(1);
  await web('consume', { playerId: '23501', token: purchaseToken });
  expect(await web<object[]>('purchases', { playerId: '23501' })).toEqual([]);
});

it("a price converted by Facebook counts as the product's, and one in dollars has to match it", async () => {
  const { Token, AccountId } = await signInAs('503');
  const signed = (payment_id: string, amount: string, currency: string) =>
    signFacebookRequest({
      app_id: simulatedFacebookApp.id,
      payment_action_type: 'charge',
      payment_id,
      product_id: 'gems-100',
      purchase_price: { amount, currency },
      issued_at: now().getTime() / 1000,
    });
  expect(await bring(Token, signed('9001', '119.00', 'UAH'))).toBe(true);
  expect(await bring(Token, signed('9002', '0.01', 'USD'))).toBe(false);
  expect(await ledgerOf(AccountId)).toMatchObject([{ transaction_id: '9001', currency: 'USD' }]);
});

describe('a purchase without our order id', () => {
  it('is for the order that the browser names, even if a newer one waits', async () => {
    const { Token, AccountId } = await signInAs('511');
    const [first, second] = [await order(Token), await order(Token)];
    const { signedRequest } = await buy('23511');
    expect(await bring(Token, signedRequest, first)).toBe(true);
    expect(await ledgerOf(AccountId)).toMatchObject([{ order_id: first }]);
    expect(await statusOf(second)).toBe('WaitingForPayment');
  });

  it('reported by a later start pays the waiting order', async () => {
    const { Token, AccountId } = await signInAs('512');
    const orderId = await order(Token);
    const { signedRequest } = await buy('23512');
    expect(await bring(Token, signedRequest)).toBe(true);
    expect(await ledgerOf(AccountId)).toMatchObject([{ order_id: orderId }]);
  });

  it('never pays an order of someone else', async () => {
    const { Token: other } = await signInAs('513');
    const foreign = await order(other);
    const { Token, AccountId } = await signInAs('514');
    expect(await bring(Token, (await buy('23514')).signedRequest, foreign)).toBe(false);
    expect(await ledgerOf(AccountId)).toEqual([]);
    expect(await statusOf(foreign)).toBe('WaitingForPayment');
  });

  it('in the iOS app is granted at Apple’s price, which becomes the order’s', async () => {
    const { Token, AccountId } = await signInAs('515');
    const orderId = await order(Token);
    expect(await bring(Token, (await buy('23515', 'APPLE')).signedRequest, orderId)).toBe(true);
    const [paid] = await ledgerOf(AccountId);
    expect(paid).toMatchObject({ status: 'PayedWaitingForSending', currency: 'USD' });
    const { price_minor } = await server.database.kysely
      .selectFrom('orders')
      .select('price_minor')
      .where('order_id', '=', paid?.order_id ?? '')
      .executeTakeFirstOrThrow();
    expect(price_minor).toBe(Math.round(Number(await priceOf()) * 120));
  });
});

describe('a webhook', () => {
  it('grants a purchase that the browser never reported to its buyer, once', async () => {
    const { Token, AccountId } = await signInAs('521');
    const orderId = await order(Token);
    const bought = await buy('23521');
    for (let times = 0; times < 3; times += 1) expect(await notify(bought, { player_id: '23521' })).toBe(200);
    expect(await ledgerOf(AccountId)).toMatchObject([{ order_id: orderId, transaction_id: bought.paymentID }]);
    expect(await bring(Token, bought.signedRequest, orderId), 'reported by the browser later').toBe(true);
    expect(await ledgerOf(AccountId)).toHaveLength(1);
  });

  it('without a known player or a waiting order leaves the purchase to the browser', async () => {
    const { Token, AccountId } = await signInAs('522');
    const bought = await buy('23522');
    expect(await notify(bought, { player_id: '23522' }), 'no order').toBe(200);
    const orderId = await order(Token);
    expect(await notify(bought), 'no player').toBe(200);
    expect(await notify(bought, { player_id: '99999' }), 'a stranger').toBe(200);
    expect(await ledgerOf(AccountId)).toEqual([]);
    expect(await bring(Token, bought.signedRequest, orderId)).toBe(true);
  });

  it.each([
    ['both ids', {}],
    ['the purchase token alone', { payment_id: undefined }],
    ['the payment id alone', { purchase_token: undefined }],
  ])('reports a refund by %s, once', async (_, more) => {
    const { Token, AccountId } = await signInAs('531');
    const orderId = await order(Token);
    const bought = await buy('23531');
    await bring(Token, bought.signedRequest, orderId);
    const refund = { payment_action_type: 'refund', ...more };
    for (let times = 0; times < 3; times += 1) expect(await notify(bought, refund)).toBe(200);
    expect(await statusOf(orderId)).toBe('CancelledPaid');
    const kinds = await server.database.kysely
      .selectFrom('ledger')
      .select('kind')
      .where('order_id', '=', orderId)
      .orderBy('kind')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['charged', 'refunded']);
    expect(AccountId).not.toBe('');
  });

  it('finds a purchase of an older release, which stored no token, by its payment', async () => {
    const { Token } = await signInAs('532');
    const orderId = await order(Token);
    const bought = await buy('23532');
    await bring(Token, bought.signedRequest, orderId);
    await server.database.kysely
      .updateTable('payment_attempts')
      .set({ provider_payment_id: null })
      .where('order_id', '=', orderId)
      .execute();
    expect(await notify(bought, { payment_action_type: 'refund' })).toBe(200);
    expect(await statusOf(orderId)).toBe('CancelledPaid');
  });

  it("with another app's signature changes nothing", async () => {
    const { Token } = await signInAs('533');
    const orderId = await order(Token);
    const bought = await buy('23533');
    await bring(Token, bought.signedRequest, orderId);
    expect(await notify(bought, { payment_action_type: 'refund' }, 'nobodys0secret')).toBe(400);
    expect(await statusOf(orderId)).toBe('PayedWaitingForSending');
  });
});

describe('a player', () => {
  const sign = async (id: string, requestPayload: string) => {
    const about = { id, playerId: `23${id}`, isExpired: false, requestPayload };
    return (await web<{ signature: string }>('player', about)).signature;
  };
  const signAsid = async (id: string) => {
    const about = { id, playerId: `23${id}`, isExpired: false };
    return (await web<{ signature: string }>('asid', about)).signature;
  };

  it('gets the same account at every start, with single-use signatures', async () => {
    const [first, second] = [await sign('504', 'login:1'), await sign('504', 'login:2')];
    const { AccountId } = await signIn({ Signature: first });
    expect((await signIn({ Signature: second })).AccountId).toBe(AccountId);
    await expect(signIn({ Signature: first })).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
  });

  it('who gets an app-scoped id later stays in the account', async () => {
    const { AccountId } = await signIn({ Signature: await sign('505', 'a') });
    const both = {
      ApplicationScopedId: '505',
      Signature: await signAsid('505'),
      PlayerSignature: await sign('505', 'b'),
    };
    expect((await signIn(both)).AccountId).toBe(AccountId);
  });

  it('whose account has the app-scoped id keeps it, and nothing is linked', async () => {
    const old = await signIn({ ApplicationScopedId: '506', Signature: await signAsid('506') });
    const both = {
      ApplicationScopedId: '506',
      Signature: await signAsid('506'),
      PlayerSignature: await sign('506', 'a'),
    };
    expect((await signIn(both)).AccountId).toBe(old.AccountId);
    expect((await signIn({ Signature: await sign('506', 'b') })).AccountId).not.toBe(old.AccountId);
  });
});

it.each([
  ['player', { id: 1 }, 400],
  ['asid', {}, 400],
  ['buy', { playerId: '1', productID: 'no-such-product' }, 404],
  ['buy', {}, 400],
  ['notify', {}, 400],
  ['refund', { playerId: '1', token: 'nobody’s' }, 404],
  ['consume', { playerId: '1', token: 'nobody’s' }, 404],
])('the simulated platform refuses nonsense: %s %j', async (path, body, status) => {
  const answer = await facebook.inject({ method: 'POST', url: `/web/${path}`, payload: { app: game, ...body } });
  expect(answer.statusCode).toBe(status);
});
