import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { defaultScenario as scenario, type SimulatedPlayer } from '../scenario.ts';
import { signData, simulator } from './simulator.server.ts';

const now = () => new Date();
const place = {
  at: 'http://vendors.example/lab/vendors/yandexgames',
  hookUrl: 'http://portal.example/api/v1/hooks/yandexgames',
  pageOrigin: 'http://lab.example',
  now,
};
const app = 'gem-miner';
const player = buildSimulatedPlayer('registered', 'yandexgames');
let yandex: FastifyInstance;
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({ now, settings: { platforms: { yandexgames: simulator.settings(place) } } });
  await insertDemoContent(server.database);
  yandex = fastify();
  await simulator.mount(yandex, place);
  vi.stubGlobal('fetch', async ({ pathname }: URL, { body, headers }: { body: string; headers: object }) => {
    const answer = await server.app.inject({ method: 'POST', url: pathname, payload: body, headers: { ...headers } });
    return new Response(answer.body, { status: answer.statusCode });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await yandex.close();
  await server[Symbol.asyncDispose]();
});

async function signIn(who: SimulatedPlayer, kind: Parameters<typeof simulator.login>[0] = 'good', token?: string) {
  const login = await simulator.login(kind, who, place);
  return server.client(token).auth.authenticateFromSocial({
    Social: 'YandexGames',
    Game: app,
    Locale: 'ru',
    YandexGames: login as { GetPlayerSignature: string },
  });
}

async function web<T>(path: string, body: object): Promise<T> {
  const answer = await yandex.inject({ method: 'POST', url: `/web/${path}`, payload: { app, ...body } });
  expect(answer.statusCode).toBe(200);
  return answer.json<T>();
}

interface Bought {
  readonly signature: string;
  readonly data: { readonly token: string; readonly product: { readonly price: object } };
}
const buy = (developerPayload?: string, playerId: string = player.id) =>
  web<Bought>('buy', { playerId, id: 'gems-100', ...(developerPayload !== undefined && { developerPayload }) });
const leftOf = (playerId: string = player.id) =>
  web<{ signature: string; data: { token: string }[] }>('purchases', { playerId });

const bring = async (token: string, YandexSignedData: string, YandexGetPurchasesRequest = false) =>
  (await server.client(token).yandexgames.purchase({ Game: app, YandexSignedData, YandexGetPurchasesRequest }))
    .TokenSuccesses;

async function order(token: string): Promise<string> {
  const { TransactionId, YandexGames, OrderProduct } = await server
    .client(token)
    .store.createPayment({ Game: app, Sku: 'gems-100', WebPublishingPlatform: 'YandexGames' });
  expect(YandexGames).toEqual({ StoreSpecificOrderProductSku: 'gems-100' });
  expect(OrderProduct).toMatchObject({ Currency: 'YAN' });
  return TransactionId;
}

const ordersOf = (accountId: string) =>
  server.database.kysely
    .selectFrom('orders')
    .leftJoin('ledger', 'ledger.order_id', 'orders.order_id')
    .select(['orders.order_id', 'orders.status', 'ledger.kind', 'ledger.transaction_id', 'ledger.currency'])
    .where('orders.account_id', '=', accountId)
    .orderBy('orders.created_at')
    .execute();

describe('a player of Yandex Games', () => {
  it('who was a guest keeps the account after signing in, although the id changes', async () => {
    const guest = buildSimulatedPlayer('guest', 'yandexgames');
    const { Token, AccountId } = await signIn(guest);
    const known = { ...guest, id: `${guest.id}7`, firstName: 'Sasha', lastName: 'Ivanova', isGuest: false };
    expect((await signIn(known, 'good', Token)).AccountId).toBe(AccountId);
    const { signature, data } = await buy(undefined, guest.id);
    const { Token: later } = await signIn(known);
    expect(await bring(later, signature)).toEqual([{ PurchaseToken: data.token, Success: true }]);
  });
});

describe('a purchase', () => {
  it('whose page was lost after the payment is completed by the next start, and then consumed', async () => {
    const id = 'p5';
    const { Token, AccountId } = await signIn({ ...player, id });
    const orderId = await order(Token);
    const { data } = await buy(orderId, id);
    const without = await buy(undefined, id);
    expect((await ordersOf(AccountId)).map(({ status }) => status)).toEqual(['WaitingForPayment']);
    const next = await signIn({ ...player, id });
    const left = await leftOf(id);
    const granted = [data.token, without.data.token].map((PurchaseToken) => ({ PurchaseToken, Success: true }));
    expect(await bring(next.Token, left.signature, true)).toEqual(granted);
    expect(await bring(next.Token, (await leftOf(id)).signature, true)).toEqual(granted);
    expect((await ordersOf(AccountId)).map(({ kind }) => kind)).toEqual(['charged', 'charged']);
    for (const { PurchaseToken } of granted) await web('consume', { playerId: id, token: PurchaseToken });
    expect(await bring(next.Token, (await leftOf(id)).signature, true)).toEqual([]);
  });
});

it('a purchase abroad is in hops, if the product has a price in them', async () => {
  const { Token, AccountId } = await signIn({ ...player, id: 'p9' });
  const wish = { Game: app, Sku: 'gems-100', WebPublishingPlatform: 'YandexGames', Currency: 'HOP' } as const;
  await expect(server.client(Token).store.createPayment(wish)).rejects.toMatchObject({ status: 404 });
  await server.database.kysely
    .insertInto('product_prices')
    .values({ game: app, sku: 'gems-100', currency: 'HOP', price_minor: 5 })
    .execute();
  const { TransactionId, OrderProduct } = await server.client(Token).store.createPayment(wish);
  expect(OrderProduct).toMatchObject({ Price: 5, Currency: 'HOP' });
  const { data } = await buy(TransactionId, 'p9');
  const paid = (token: string, price: object, developerPayload?: string) =>
    signData({ ...data, token, developerPayload, product: { ...data.product, price } }, now());
  const hops = { code: 'HOP', value: '5' };
  expect(await bring(Token, paid('t-hop', hops, TransactionId))).toMatchObject([{ Success: true }]);
  expect(await bring(Token, paid('t-alone', hops))).toMatchObject([{ Success: true }]);
  expect(await bring(Token, paid('t-mixed', { code: 'YAN', value: '5' }))).toMatchObject([{ Success: false }]);
  expect((await ordersOf(AccountId)).map(({ currency }) => currency)).toEqual(['HOP', 'HOP']);
});

it('a bonus grants its products once to each player with the secret, for free; another secret grants nothing', async () => {
  const [first, second] = [await signIn({ ...player, id: 'b1' }), await signIn({ ...player, id: 'b2' })];
  const redeem = ({ Token }: { Token: string }, YandexSecret: string) =>
    server.client(Token).yandexgames.redeemBonus({ GameSystemName: app, YandexSecret });
  expect(await redeem(first, 'made up')).toEqual({ Success: false });
  const ends = await Promise.all([redeem(first, 'simulated-bonus'), redeem(first, 'simulated-bonus')]);
  expect(ends[0]).toMatchObject({ Success: true, Data: { Records: [{ SucccessData: {} }] } });
  expect(ends[1]).toEqual(ends[0]);
  expect(await redeem(second, 'simulated-bonus')).toEqual(ends[0]);
  for (const { AccountId } of [first, second]) {
    const given = await server.database.kysely
      .selectFrom('orders')
      .innerJoin('deliveries', 'deliveries.order_id', 'orders.order_id')
      .select(['orders.sku', 'orders.status', 'orders.price_minor', 'orders.usd_minor'])
      .where('orders.account_id', '=', AccountId)
      .execute();
    expect(given).toEqual([{ sku: 'gems-100', status: 'PayedWaitingForSending', price_minor: 0, usd_minor: 0 }]);
  }
});

it('a bonus of the platform is granted once, to the first player who submits its token, and then consumed', async () => {
  const [first, second] = [await signIn({ ...player, id: 'b3' }), await signIn({ ...player, id: 'b4' })];
  const { data } = await buy('simulated-platform-bonus', 'b3');
  const { signature } = await leftOf('b3');
  expect(await bring(first.Token, signature, true)).toEqual([{ PurchaseToken: data.token, Success: false }]);
  const redeem = ({ Token }: { Token: string }) =>
    server.client(Token).yandexgames.redeemBonus({ GameSystemName: app, YandexSecret: signature });
  const given = { Success: true, Data: { Records: [{ SucccessData: { ConsumeToken: data.token } }] } };
  expect(await redeem(first)).toEqual(given);
  expect(await redeem(first)).toEqual(given);
  expect(await redeem(second)).toMatchObject({ Success: false });
  expect(await ordersOf(first.AccountId)).toHaveLength(1);
  expect(await ordersOf(second.AccountId)).toEqual([]);
  await web('consume', { playerId: 'b3', token: data.token });
  expect((await leftOf('b3')).data).toEqual([]);
});

describe('the simulated platform', () => {
  it('serves its script, but not where it is blocked', async () => {
    const script = await yandex.inject({ url: '/sdk.js' });
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.body).toContain("const page = 'http://lab.example'");
    const { query = {} } = await simulator.launch(player, { ...scenario, sdk: 'blocked' }, place);
    const referer = `https://play.example/play/gem-miner?${new URLSearchParams(query).toString()}`;
    expect((await yandex.inject({ url: '/sdk.js', headers: { referer } })).statusCode).toBe(404);
    expect(await simulator.launch(player, scenario, place)).toEqual({});
  });

  it('has the products of the portal, and keeps purchases by player and game', async () => {
    const catalogue = await web<{ id: string; priceValue: string }[]>('catalogue', { playerId: 'p7' });
    expect(catalogue.find(({ id }) => id === 'gems-100')?.priceValue).toMatch(/^[1-9]\d*$/);
    const { data } = await buy(undefined, 'p7');
    expect((await leftOf('p7')).data).toEqual([data]);
    expect((await leftOf('p8')).data).toEqual([]);
    const other = { app: 'sky-courier', playerId: 'p7' };
    expect((await web<{ data: object[] }>('purchases', other)).data).toEqual([]);
  });

  it.each([
    ['player', { id: 1 }, 400],
    ['catalogue', {}, 400],
    ['buy', { playerId: 'p7' }, 400],
    ['buy', { playerId: 'p7', id: 'no-such-product' }, 404],
    ['purchases', {}, 400],
    ['consume', { playerId: 'p7', token: 'nobody’s' }, 404],
    ['consume', {}, 400],
  ])('refuses nonsense: %s %j', async (path, body, status) => {
    const answer = await yandex.inject({ method: 'POST', url: `/web/${path}`, payload: { app, ...body } });
    expect(answer.statusCode).toBe(status);
  });
});
