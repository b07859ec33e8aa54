import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { buildStore, setStore } from '#server/testing/build-store.ts';
import { sampleProducts } from '#server/testing/sample-products.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { checkBuyProducts } from './check-products.ts';
import { buildCatalogueStatement } from './catalogue-statement.ts';
import { priceProduct } from './price-product.ts';

let server: TestApp;
let player: string;
let nowMs = Date.parse('2026-11-15T12:00:00Z');

beforeAll(async () => {
  server = await createTestApp({ now: () => new Date(nowMs), env: { COUNTRY_HEADER: 'cf-ipcountry' } });
  const { database } = server;
  await buildGames(database, ['gem-miner', 'sky-courier', 'paper-fleet', 'bridge-explorer']);
  await buildStore(database, 'gem-miner', sampleProducts);
  const named = (Sku: string) => ({ Sku, Names: { en: Sku }, Prices: { USD: 1 } });
  await buildStore(database, 'sky-courier', ['feathers-50', 'feathers-300', 'golden-wing'].map(named));
  await buildStore(database, 'paper-fleet', [named('ink-10')]);
  await buildStore(database, 'bridge-explorer', [named('coins-100')]);
  player = await buildAccount(database, { games: [{ game: 'gem-miner', uid: 'player' }] });
});
afterAll(() => server[Symbol.asyncDispose]());

const later = (): void => void (nowMs += 10_000);

const list = (body: Omit<Parameters<ReturnType<TestApp['client']>['store']['storeData']>[0], 'Game'> = {}) =>
  server.client().store.storeData({ Game: 'gem-miner', Locale: 'en', ...body });

async function change(sku: string, set: object): Promise<void> {
  await server.database.kysely.updateTable('products').set(set).where('sku', '=', sku).execute();
  later();
}

test("lists the web store's products in order, with full picture addresses", async () => {
  const { Products, Currency, Currencies, Country } = await list();
  expect(Products.map(({ Sku }) => Sku)).toEqual(['gems-100', 'gems-550', 'gems-1200', 'lamp', 'starter-pack']);
  expect({ Currency, Currencies, Country }).toEqual({ Currency: 'USD', Currencies: ['EUR', 'JPY', 'RUB', 'USD'] });
  expect(Products[0]).toEqual({
    Game: 'gem-miner',
    Sku: 'gems-100',
    ProductName: '100 gems',
    ProductDescription: 'A handful.',
    ProductType: 'Consumable',
    Labels: [],
    Quantity: 100,
    ImageUrl: 'http://gem-miner.localhost:8081/art/gems-100.svg',
    IconUrl: 'http://gem-miner.localhost:8081/art/gems-100.svg',
    ShowInWebStore: true,
    RequiresDryRun: false,
    Price: 1.99,
    Currency: 'USD',
    UsdPrice: 1.99,
    PriceData: { Price: 1.99, Currency: 'USD', CurrencyIso4217: 840, LocalizedPrice: '$1.99' },
    Category: 'Supplies',
  });
});

test('includes sale, tiers, labels and category', async () => {
  const { Products } = await list({ Locale: 'de', Currency: 'EUR' });
  const by = new Map(Products.map((product) => [product.Sku, product]));
  expect(by.get('starter-pack')).toMatchObject({
    AdditionalProducts: [
      {
        Sku: 'gems-100',
        ProductName: '100 Edelsteine',
        Quantity: 100,
        ImageUrl: 'http://gem-miner.localhost:8081/art/gems-100.svg',
      },
      { Sku: 'lamp', ProductName: 'Ewige Lampe' },
    ],
    Price: 2.99,
    WasPrice: {
      Price: 4.49,
      Currency: 'EUR',
      CurrencyIso4217: 978,
      LocalizedPrice: expect.stringMatching(/^4,49\s€$/),
    },
    Labels: ['sale'],
    Category: 'Angebote',
  });
  expect(by.get('gems-1200')?.Tiers).toEqual([{ Sku: 'gems-550', Quantity: 2 }]);
  expect(by.get('gems-100')).not.toHaveProperty('WasPrice');
});

test('has names in the requested language, else in English, else in any', async () => {
  expect((await list({ Locale: 'pl' })).Products[0]?.ProductName).toBe('100 klejnotów');
  expect((await list({ Locale: 'ko' })).Products[0]?.ProductName).toBe('100 gems');
  await change('lamp', { names: JSON.stringify({ fr: 'Lampe' }), descriptions: '{}', category: '{}' });
  const [lamp] = (await list({ ProductsSku: ['lamp'] })).Products;
  expect(lamp).toMatchObject({ ProductName: 'Lampe', ProductDescription: '' });
  expect(lamp).not.toHaveProperty('Category');
});

test('includes names in every language if no language is requested', async () => {
  const { Products } = await server.client().store.storeData({ Game: 'gem-miner' });
  expect(Products[0]?.LocalizedNames).toMatchObject({ de: '100 Edelsteine', pl: '100 klejnotów' });
  expect((await list()).Products[0]).not.toHaveProperty('LocalizedNames');
});

test('yen have no minor unit', async () => {
  const { Products } = await list({ Currency: 'JPY', Locale: 'ja' });
  expect(Products[0]?.PriceData).toEqual({
    Price: 300,
    Currency: 'JPY',
    CurrencyIso4217: 392,
    LocalizedPrice: '￥300',
  });
  expect(Products[0]?.UsdPrice).toBe(1.99);
});

test("chooses the country's currency and its own prices", async () => {
  expect(await list({ Country: 'DEU' })).toMatchObject({ Currency: 'EUR' });
  expect(await list({ Country: 'DEU' })).not.toHaveProperty('Country');
  const poland = await list({ Country: 'POL', Currency: 'EUR' });
  expect(poland.Country).toBe('POL');
  expect(poland.Products.map(({ Price }) => Price)).toEqual([1.99, 6.99, 17.99, 4.99, 2.99]);
  expect((await list({ Country: 'TUR' })).Products[1]).toMatchObject({ Currency: 'USD', Price: 4.49, UsdPrice: 4.49 });
});

test('reads the country from the proxy, not from the caller', async () => {
  const ask = async (country: string) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/v1/store/store_data',
      headers: { 'cf-ipcountry': country },
      payload: { Game: 'gem-miner', Country: 'TUR', Currency: 'USD', Locale: 'en' },
    });
    return response.json().Products[1].Price as number;
  };
  expect(await ask('DE')).toBe(8.99);
  expect(await ask('TR')).toBe(4.49);
});

test("hides the payload, which is for the game's server", async () => {
  await change('gems-100', { payload: 'the drop table is 17' });
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/store/store_data',
    payload: { Game: 'gem-miner', ProductsSku: ['gems-100'] },
  });
  expect(response.json().Products).toHaveLength(1);
  expect(response.body).not.toContain('drop table');
  const asked = { game: 'gem-miner', sku: 'gems-100', locale: 'de' } as const;
  expect(await priceProduct(server.database.kysely, asked)).toMatchObject({
    product: { payload: 'the drop table is 17' },
    productName: '100 Edelsteine',
  });
});

test("hides products that the web store doesn't show, unless requested by name", async () => {
  await change('lamp', { show_in_web_store: false });
  expect((await list()).Products.map(({ Sku }) => Sku)).not.toContain('lamp');
  const { Products } = await list({ ProductsSku: ['nothing', 'lamp', 'lamp'] });
  expect(Products.map(({ Sku, ShowInWebStore }) => [Sku, ShowInWebStore])).toEqual([['lamp', false]]);
  await change('lamp', { show_in_web_store: true });
});

test("shows a platform's own prices for the products in its list", async () => {
  const Catalog = [{ Sku: 'gems-550', Price: 250, Currency: 'XTR' }];
  const { Products, Currency } = await list({ StoreAdditionalData: { Catalog } });
  expect(Currency).toBe('XTR');
  expect(Products.map(({ Sku, Price, Currency: own, UsdPrice }) => [Sku, Price, own, UsdPrice])).toEqual([
    ['gems-550', 250, 'XTR', 8.99],
  ]);
  expect(Products[0]?.PriceData).not.toHaveProperty('CurrencyIso4217');
});

test("sells in a platform's unit only products with a price in it", async () => {
  expect(await list({ Currency: 'XTR' })).toMatchObject({ Products: [], Currency: 'XTR' });
});

test('a list is built once: the bytes are the same, and new products appear within seconds', async () => {
  const ask = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/store/store_data',
      payload: { Game: 'sky-courier', Locale: 'fr' },
    });
  const [first, second] = [await ask(), await ask()];
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(first.headers['content-length']).toBe(String(first.rawPayload.length));
  expect(second.body).toBe(first.body);
  expect(second.json().Products).toHaveLength(3);
  await change('golden-wing', { show_in_web_store: false });
  expect((await ask()).json().Products).toHaveLength(2);
});

test('a cached reply is checked against the contract like any other', async () => {
  await change('feathers-50', { product_type: 'Nonsense' });
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/store/store_data',
    payload: { Game: 'sky-courier', Locale: 'it' },
  });
  expect(response.statusCode).toBe(500);
  expect(server.logged.join('\n')).toContain('The reply of store.storeData does not match the contract');
  await change('feathers-50', { product_type: 'Consumable' });
});

test.each<[string, object]>([
  ['an invalid game name', { Game: '../x' }],
  ['a currency in small letters', { Game: 'gem-miner', Currency: 'usd' }],
  ['a country in two letters', { Game: 'gem-miner', Country: 'DE' }],
  ['a language that is not offered', { Game: 'gem-miner', Locale: 'xx' }],
  ['more products than there can be', { Game: 'gem-miner', ProductsSku: Array(501).fill('a') }],
  [
    'a price below nothing',
    { Game: 'gem-miner', StoreAdditionalData: { Catalog: [{ Sku: 'a', Price: -1, Currency: 'USD' }] } },
  ],
  ['something else', { Game: 'gem-miner', Prices: {} }],
])('rejects %s', async (_, payload) => {
  const response = await server.app.inject({ method: 'POST', url: '/api/v1/store/store_data', payload });
  expect([response.statusCode, response.json().Code]).toEqual([400, 'InvalidRequest']);
});

test('rejects an unknown or unpublished game', async () => {
  await server.database.kysely
    .updateTable('games')
    .set({ published: false })
    .where('game', '=', 'paper-fleet')
    .execute();
  later();
  for (const Game of ['no-such-game', 'paper-fleet']) {
    await expect(server.client().store.storeData({ Game })).rejects.toMatchObject({ code: 'UnknownGame' });
    await expect(server.client().store.storeAvailability({ Game })).rejects.toMatchObject({ code: 'UnknownGame' });
    const asked = { game: Game, sku: 'ink-10', locale: 'en' } as const;
    expect(await priceProduct(server.database.kysely, asked)).toEqual({ outcome: 'unknown' });
  }
});

test('a store is available if something is sold and can be paid for', async () => {
  const ask = (Game: string) => server.client().store.storeAvailability({ Game });
  expect(await ask('gem-miner')).toEqual({ Available: true, StoreUrl: 'http://localhost:8080/Store/gem-miner' });
  await change('coins-100', { show_in_web_store: false });
  expect(await ask('bridge-explorer')).toEqual({ Available: false });
  await change('coins-100', { show_in_web_store: true });
  expect(await ask('bridge-explorer')).toMatchObject({ Available: true });
  await setStore(server.database, 'bridge-explorer', false);
  later();
  expect(await ask('bridge-explorer')).toEqual({ Available: false });
});

test("a game's own texts are used if the catalogue has none in a language", async () => {
  const words = { lamp: { uk: 'Вічна лампа' }, 'gems-550': { de: 'anders' }, 'gems-100': { uk: '100 самоцвітів' } };
  const { kysely } = server.database;
  const setWords = async (ProductLocalization: Record<string, Record<string, string>>): Promise<void> => {
    await changeGame(server.database, 'gem-miner', (config) => ({ ...config, ProductLocalization }));
    later();
  };
  await setWords(words);
  const names = async (Locale: 'uk' | 'de') => {
    const { Products } = await list({ Locale });
    return new Map(Products.map((product) => [product.Sku, product]));
  };
  const ukrainian = await names('uk');
  expect(ukrainian.get('lamp')?.ProductName).toBe('Вічна лампа');
  expect(ukrainian.get('starter-pack')?.AdditionalProducts?.map(({ ProductName }) => ProductName)).toEqual([
    '100 самоцвітів',
    'Вічна лампа',
  ]);
  expect((await names('de')).get('gems-550')?.ProductName).toBe('550 Edelsteine');
  const asked = { game: 'gem-miner', sku: 'lamp', locale: 'uk', currency: 'EUR', country: undefined } as const;
  expect(await priceProduct(kysely, asked)).toMatchObject({ productName: 'Вічна лампа' });
  await setWords({});
});

test('prices a product from the database, not from the cache', async () => {
  const { kysely } = server.database;
  const asked = { game: 'gem-miner', sku: 'gems-550', locale: 'en', currency: 'EUR', country: 'POL' } as const;
  const priced = await priceProduct(kysely, asked);
  expect(priced).toMatchObject({
    outcome: 'priced',
    priceMinor: 699,
    currency: 'EUR',
    usdMinor: 699,
    quantity: 550,
    dryRunSkus: [],
  });
  expect(priced).toHaveProperty('product');
  expect(priced).not.toHaveProperty('product.tiers');
  await kysely
    .updateTable('product_prices')
    .set({ price_minor: 999 })
    .where('sku', '=', 'gems-550')
    .where('currency', '=', 'EUR')
    .execute();
  expect(await priceProduct(kysely, { ...asked, country: undefined })).toMatchObject({
    priceMinor: 999,
    usdMinor: 899,
  });
  expect(await priceProduct(kysely, { ...asked, sku: 'none' })).toEqual({ outcome: 'unknown' });
  expect(await priceProduct(kysely, { ...asked, currency: 'XTR' })).toEqual({
    outcome: 'not-for-sale',
    currency: 'XTR',
  });
});

test('reports what can be bought, and asks the game about products that need a dry run', async () => {
  await change('lamp', { requires_dry_run: true });
  const { token } = await server.sessions.begin(player);
  const { Products } = await server.client(token).store.checkBuyProducts({
    Game: 'gem-miner',
    ProductsSku: ['gems-100', 'lamp', 'nothing', 'gems-100'],
  });
  // The game has no server here, so products that need a dry run can't be bought.
  expect(Products).toEqual([
    { Sku: 'gems-100', CanBuy: true },
    { Sku: 'lamp', CanBuy: false, Reason: 'GameNotAvailable' },
    { Sku: 'nothing', CanBuy: false, Reason: 'UnknownProduct' },
  ]);
  await expect(
    server.client().store.checkBuyProducts({ Game: 'gem-miner', ProductsSku: ['lamp'] }),
  ).rejects.toMatchObject({ code: 'Unauthenticated' });
  const ofOther = await server.sessions.begin(player, { begunBy: 'game', game: 'sky-courier' });
  await expect(
    server.client(ofOther.token).store.checkBuyProducts({ Game: 'gem-miner', ProductsSku: ['lamp'] }),
  ).rejects.toMatchObject({ code: 'SignInAgain' });
});

test('asks the game once for all products, with its own player id', async () => {
  await change('lamp', { requires_dry_run: true });
  await change('gems-100', { requires_dry_run: true });
  const catalogue = await buildCatalogueStatement(server.database.kysely, 'gem-miner').executeTakeFirstOrThrow();
  const asked: unknown[] = [];
  const ask = (gameUid: string | undefined) =>
    checkBuyProducts(
      catalogue,
      { accountId: 'a', gameUid, skus: ['lamp', 'gems-100', 'gems-550'] },
      async (game, question) => {
        asked.push([game, question]);
        return new Map([
          ['lamp', { canBuy: true }],
          ['gems-100', { canBuy: false, reason: 'Your purse is full.' }],
        ]);
      },
    );
  expect(await ask('uid-7')).toEqual([
    { Sku: 'lamp', CanBuy: true },
    { Sku: 'gems-100', CanBuy: false, Reason: 'Your purse is full.' },
    { Sku: 'gems-550', CanBuy: true },
  ]);
  expect(asked).toEqual([['gem-miner', { accountId: 'a', gameUid: 'uid-7', skus: ['lamp', 'gems-100'] }]]);
  expect((await ask(undefined)).map(({ Reason }) => Reason)).toEqual([
    'GameNotConnected',
    'GameNotConnected',
    undefined,
  ]);
  expect(asked).toHaveLength(1);
});
