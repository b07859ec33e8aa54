import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signFacebookRequest, simulatedFacebookApp } from '#kit/simulator-facebook.server.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulator } from './simulator.server.ts';

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

const signIn = (login: { ApplicationScopedId?: string; Signature: string }) =>
  server.client().auth.authenticateFromSocial({
    Social: 'FacebookInstantGames',
    Game: game,
    FacebookInstantGames: login,
  });
const signInAs = async (id: string) =>
  signIn((await simulator.login('good', { ...player, id }, place)) as { Signature: string });

it('one signature signs in once, also when many requests bring it at the same moment', async () => {
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
const buy = (playerId: string, developerPayload?: string) =>
  web<Bought>('buy', { playerId, productID: 'gems-100', developerPayload });

const bring = async (token: string, FbInstantPurchaseSignedData: string) =>
  (await server.client(token).facebookinstantgames.purchase({ Game: game, FbInstantPurchaseSignedData })).Success;

const ledgerOf = (accountId: string) =>
  server.database.kysely
    .selectFrom('orders')
    .innerJoin('ledger', 'ledger.order_id', 'orders.order_id')
    .select(['ledger.order_id', 'orders.status', 'ledger.transaction_id', 'ledger.currency', 'ledger.is_test'])
    .where('orders.account_id', '=', accountId)
    .orderBy('orders.created_at')
    .execute();

it('what was bought is granted once by its payment, and stays at the platform until it is consumed', async () => {
  const { Token, AccountId } = await signInAs('501');
  const orderId = await order(Token);
  const { paymentID, purchaseToken, signedRequest } = await buy('23501', orderId);
  expect(await bring(Token, signedRequest)).toBe(true);
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

it('a price that Facebook has converted is that of the product, and one in dollars has to be it', async () => {
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

it('a player without an id of Facebook’s apps is the same one at every start, by signatures that count once', async () => {
  const sign = async (requestPayload: string) => {
    const about = { id: '504', playerId: '23504', isExpired: false, requestPayload };
    return { Signature: (await web<{ signature: string }>('player', about)).signature };
  };
  const [first, second] = [await sign('login:1'), await sign('login:2')];
  const { AccountId } = await signIn(first);
  expect((await signIn(second)).AccountId).toBe(AccountId);
  await expect(signIn(first)).rejects.toMatchObject({ status: 401, code: 'ProofRefused' });
  expect((await signInAs('23504')).AccountId).not.toBe(AccountId);
});

it.each([
  ['player', { id: 1 }, 400],
  ['asid', {}, 400],
  ['buy', { playerId: '1', productID: 'no-such-product' }, 404],
  ['buy', {}, 400],
  ['consume', { playerId: '1', token: 'nobody’s' }, 404],
])('the simulated platform refuses nonsense: %s %j', async (path, body, status) => {
  const answer = await facebook.inject({ method: 'POST', url: `/web/${path}`, payload: { app: game, ...body } });
  expect(answer.statusCode).toBe(status);
});
