// Who takes the money on VK Play, through the server's API: its billing, or the provider that the operator named for a
// game.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toDecimal } from '#kit/decimal-amount.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { simulator, createBillingCallback } from './simulator.server.ts';

const place = { at: 'http://vendors.example/lab/vendors/vkontakteplay', hookUrl: '', now: () => new Date() };
const player = buildSimulatedPlayer('registered', 'vkontakteplay');
const block = { IpAddress: '{ip}', Uid: player.id, Currency: 'RUB' };
let vendors: SimulatedVendors;
let server: TestApp;

beforeAll(async () => {
  vendors = await simulateVendors();
  server = await createTestApp({ settings: vendors.settings, vendorFetch: vendors.fetch });
  await insertDemoContent(server.database);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

async function enter(Game: string) {
  const login = (await simulator.login('good', player, place)) as { QueryString: string };
  const { Token } = await server
    .client()
    .auth.authenticateFromSocial({ Social: 'VkontaktePlay', Game, VkontaktePlay: login });
  const { store } = server.client(Token);
  const sale = { Game, WebPublishingPlatform: 'VkontaktePlay', VkontaktePlay: block } as const;
  const wish = { ...sale, Sku: Game === 'gem-miner' ? 'gems-100' : 'feathers-50', Currency: 'RUB' } as const;
  return { store, sale, wish };
}

it('is handled by its billing, which notifies us by GET; a rejection is recorded for an operator', async () => {
  const { store, sale, wish } = await enter('gem-miner');
  expect(await store.storeAvailability(sale)).toEqual({ Available: true, TakenBy: 'Platform' });
  const { TransactionId: item_id, OrderProduct, VkontaktePlay, Providers } = await store.createPayment(wish);
  expect(Providers).toBeUndefined();
  const param = JSON.parse(VkontaktePlay?.MerchantParam ?? '') as object;
  expect(param).toMatchObject({
    amount: OrderProduct.Price,
    currency: 'RUB',
    ip: '127.0.0.1',
    item_id,
    uid: player.id,
  });
  const amount = toDecimal(Math.round(OrderProduct.Price * 100), 'RUB');
  const tell = async (uid: string) => {
    const { query } = createBillingCallback({ amount, currency: 'RUB', item_id, uid }, 'GET');
    return (await server.app.inject({ method: 'GET', url: `/api/v1/hooks/vkontakteplay?${query}` })).json() as object;
  };
  expect(await tell('999')).toMatchObject({ status: 'error', errcode: 404 });
  const kept = server.database.kysely.selectFrom('payment_discrepancies').select(['provider', 'kind', 'detail']);
  expect(await kept.execute()).toEqual([
    { provider: 'vkontakteplay', kind: 'mismatch', detail: expect.stringContaining(item_id) as string },
  ]);
  for (let times = 0; times < 2; times += 1) expect(await tell(player.id)).toEqual({ status: 'ok' });
  expect((await store.getPaymentStatus({ PublicOrderId: item_id })).CheckoutStatus).toBe('Payed');
});

it('is handled only by the provider that the operator set', async () => {
  const own = { ...simulator.settings(place), Provider: 'MoneyMailRu' };
  await server.money.deps.settings.write('platforms', 'vkontakteplay', own, { game: 'sky-courier', trust: 'portal' });
  const { store, sale, wish } = await enter('sky-courier');
  expect(await store.storeAvailability(sale)).toEqual({ Available: true, TakenBy: 'Portal' });
  const { MoneyMailRu, VkontaktePlay, Providers } = await store.createPayment(wish);
  expect(Providers?.map(({ Id }) => Id)).toEqual(['MoneyMailRu']);
  expect([MoneyMailRu?.PaymentUri, VkontaktePlay]).toEqual([expect.stringMatching(/^http/), undefined]);
  await expect(store.createPayment({ ...wish, Provider: 'Bank131' })).rejects.toMatchObject({
    code: 'NotConfigured',
    detail: 'On VK Play MoneyMailRu takes the money, and Bank131 does not.',
  });
});
