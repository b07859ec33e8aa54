// On every platform, whatever the store lists can be bought, and nothing else is listed.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isCurrency } from '#model/currency.ts';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildSimulatedPlayer } from '#lab/model/simulated-players.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { buildStore, setStore } from '#server/testing/build-store.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { platformsWithoutLoginSimulator } from './test-exceptions.ts';
import type { PlatformManifest } from './port.ts';
import * as registry from './registry.ts';
import type { PlatformSimulator, SimulatorEnvironment } from './simulator-port.server.ts';

const manifests = Object.entries<PlatformManifest>(registry).filter(([, { purchases }]) => purchases !== undefined);
const units = manifests.flatMap(([, { storeCurrency, otherStoreCurrencies = [] }]) =>
  storeCurrency === undefined ? [] : [storeCurrency, ...otherStoreCurrencies],
);
const currencies = [...new Set(['USD', 'EUR', 'RUB', 'JPY', ...units])];
const items = currencies.map((currency) => ({
  Sku: `in-${currency.toLowerCase()}`,
  Names: { en: currency },
  Prices: { [currency]: 500 },
}));

const now = () => new Date();
const placeOf = (folder: string): SimulatorEnvironment => ({
  at: `http://vendors.example/lab/vendors/${folder}`,
  hookUrl: 'http://127.0.0.1:1/',
  now,
});
const simulators = new Map<string, PlatformSimulator>();
let vendors: SimulatedVendors;
let server: TestApp;

beforeAll(async () => {
  for (const [folder] of manifests.filter(([name]) => !(name in platformsWithoutLoginSimulator))) {
    const loaded = (await import(`./${folder}/simulator.server.ts`)) as { simulator: PlatformSimulator };
    simulators.set(folder, loaded.simulator);
  }
  vendors = await simulateVendors(now);
  const platforms = [...simulators].map(([folder, simulator]) => [folder, simulator.settings(placeOf(folder))]);
  server = await createTestApp({
    now,
    settings: { ...vendors.settings, platforms: Object.fromEntries(platforms) as Record<string, object> },
    vendorFetch: vendors.fetch,
  });
  await insertDemoContent(server.database);
  const rates = currencies.filter((currency) => currency !== 'USD');
  await server.database.kysely.deleteFrom('currency_rates').execute();
  await server.database.kysely
    .insertInto('currency_rates')
    .values(rates.map((currency) => ({ currency, usd_per_unit: 0.02 })))
    .execute();
  await buildStore(server.database, 'gem-miner', items);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

interface Buyer {
  readonly token: string;
  readonly block: object | undefined;
}

async function signIn(folder: string, { id, login }: PlatformManifest): Promise<Buyer> {
  const simulator = simulators.get(folder);
  if (!simulator) {
    const accountId = await buildAccount(server.database, { email: `${randomUUID()}@example.com` });
    await server.database.kysely
      .insertInto('connected_games')
      .values({ account_id: accountId, game: 'gem-miner', game_uid: randomUUID() })
      .execute();
    return { token: (await server.sessions.begin(accountId)).token, block: undefined };
  }
  const player = buildSimulatedPlayer('registered', folder);
  const proof = await simulator.login('good', player, placeOf(folder));
  const { Token } = await server
    .client()
    .auth.authenticateFromSocial({ Social: id, Game: 'gem-miner', Locale: 'en', [login?.key ?? '']: proof } as never);
  return { token: Token, block: await simulator.paymentRequest?.(player, placeOf(folder)) };
}

/** The currencies that the browser adapter requests: the platform's unit, the buyer's currency, or any. */
function askedCurrencies({
  storeCurrency,
  otherStoreCurrencies = [],
  sellsInBuyerCurrency,
}: PlatformManifest): string[] {
  if (storeCurrency !== undefined) return [storeCurrency, ...otherStoreCurrencies, 'USD'];
  return sellsInBuyerCurrency ? ['USD'] : ['USD', 'RUB', 'JPY'];
}

// Tests of its own cover its six simulated stores.
const tried = manifests.filter(([folder]) => folder !== 'fxnative');

describe.each(tried)('the products listed on %s', (folder, manifest) => {
  it.each(askedCurrencies(manifest))('can be bought, and no others, when paying in %s', async (asked) => {
    const { token, block } = await signIn(folder, manifest);
    const { store } = server.client(token);
    const platform = { Game: 'gem-miner', WebPublishingPlatform: manifest.id, Currency: asked } as const;
    const buy = (Sku: string) =>
      store.createPayment({
        ...platform,
        Sku,
        ...(block && { [manifest.paymentRequest?.key ?? '']: block }),
      } as never);
    const { Products } = await store.storeData({ ...platform, Locale: 'en' } as never);
    expect(Products.length).toBeGreaterThan(0);
    for (const { Sku, Currency } of Products) {
      const { OrderProduct } = await buy(Sku);
      expect(OrderProduct, Sku).toMatchObject({ Currency });
    }
    const listed = new Set<string>(Products.map(({ Sku }) => Sku));
    for (const { Sku } of items.filter((item) => !listed.has(item.Sku)))
      await expect(buy(Sku), Sku).rejects.toMatchObject({
        status: expect.toSatisfy((status) => status < 500) as number,
      });
    // A platform's own unit is not accepted elsewhere.
    if (manifest.storeCurrency === undefined) expect(Products.every(({ Currency }) => isCurrency(Currency))).toBe(true);
  });
});

it('our own portal lists and sells only products that a provider of the game can charge', async () => {
  const portal = registry.fxid;
  const { token } = await signIn('fxid', portal);
  const { store } = server.client(token);
  const both = { Sku: 'both', Names: { en: 'Both' }, Prices: { USD: 5, RUB: 500 } };
  await buildStore(server.database, 'paper-fleet', [...items, both]);
  await setStore(server.database, 'paper-fleet', (flag) => flag === 'YookassaEnabled');
  const place = { Game: 'paper-fleet', WebPublishingPlatform: portal.id, Currency: 'USD' } as const;
  const { Products, Currencies } = await store.storeData({ ...place, Locale: 'en' });
  expect(Products.map(({ Sku, Currency }) => [Sku, Currency])).toEqual([
    ['in-rub', 'RUB'],
    ['both', 'RUB'],
  ]);
  expect(Currencies).toEqual(['RUB']);
  const buy = (Sku: string) => store.createPayment({ ...place, Sku });
  expect((await buy('both')).OrderProduct).toMatchObject({ Currency: 'RUB' });
  await expect(buy('in-usd')).rejects.toMatchObject({
    code: expect.toSatisfy((code) => code !== 'Unexpected') as string,
  });
});
