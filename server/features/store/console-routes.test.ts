import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Api } from '#contract/api.ts';
import type { ApiClient } from '#contract/client.ts';
import type { ProductEntry } from '#model/product-entry.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { sampleProducts } from '#server/testing/sample-products.ts';

let server: TestApp;
let ann: ApiClient<Api>;
const Game = 'gem-miner';
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [Game]);
  const keys = createOperatorKeys(server.database);
  ann = server.client(await keys.create('ann', ['products.read', 'products.change']));
});
afterAll(() => server[Symbol.asyncDispose]());

const gems: ProductEntry = { Sku: 'gems', Names: { en: 'Gems', de: 'Edelsteine' }, Prices: { USD: 4.99, EUR: 5 } };
let version = '';
beforeEach(async () => {
  const { Version } = await ann.operatorProducts.show({ Game });
  ({ Version: version } = await ann.operatorProducts.save({ Game, Version, Products: [gems] }));
});
const readLog = async () => {
  const rows = await server.database.kysely
    .selectFrom('audit_log')
    .select(['actor_name', 'before', 'after', 'reason'])
    .where('object_kind', '=', 'product')
    .orderBy('entry_id', 'desc')
    .execute();
  return rows;
};

test('a changed price is recorded with what it was; the second operator learns who was first', async () => {
  const Products = [{ ...gems, Prices: { ...gems.Prices, USD: 3.99 } }];
  const saved = await ann.operatorProducts.save({ Game, Version: version, Products, Reason: 'Sale' });
  expect(saved.Products[0]?.Prices['USD']).toBe(3.99);
  expect((await readLog())[0]).toEqual({
    actor_name: 'ann',
    before: { 'gems/Prices/USD': 4.99 },
    after: { 'gems/Prices/USD': 3.99 },
    reason: 'Sale',
  });
  await expect(ann.operatorProducts.save({ Game, Version: version, Products: [] })).rejects.toMatchObject({
    code: 'Conflict',
    message: expect.stringMatching(/^ann changed this at .*gems\/Prices\/USD/) as string,
  });
});

test('saving the same products records nothing', async () => {
  const before = await readLog();
  await ann.operatorProducts.save({ Game, Version: version, Products: [gems] });
  expect(await readLog()).toEqual(before);
});

test('values that do not fit are rejected, each with its place', async () => {
  const Products = [{ ...gems, Prices: { USD: 4.999, XXY: 1 } }];
  await expect(ann.operatorProducts.save({ Game, Version: version, Products })).rejects.toMatchObject({
    code: 'InvalidRequest',
    fields: {
      '/0/Prices/USD': expect.stringContaining('2 decimals') as string,
      '/0/Prices/XXY': expect.stringContaining("isn't an ISO 4217 currency") as string,
    },
  });
});

test('what is missing before the game can sell is listed', async () => {
  const { Missing } = await ann.operatorProducts.show({ Game });
  expect(Missing).toContain('DeliveryAddress');
});

const hostile: readonly ProductEntry[] = [
  ...sampleProducts,
  {
    Sku: 'hostile',
    ProductType: 'Durable',
    Names: { en: '=HYPERLINK("http://evil")', de: "'quoted'", fr: '', ru: '-1+1', es: '@SUM(A1)' },
    Descriptions: { en: 'Two lines,\r\nwith "quotes"; and more\n', de: ' spaces ' },
    Category: { en: '\ttab' },
    Labels: ['a, b', '"c"'],
    Payload: '{"a":1}',
    Quantity: 3,
    WasPercent: 150,
    Tiers: [{ Sku: 'hostile', Quantity: 10 }],
    AdditionalProducts: [],
    Prices: { USD: 0.99, JPY: 1_000_000_000 },
    CountryPrices: { TUR: { USD: 0.49 } },
  },
];

test('exporting and importing again changes nothing, and no cell is a formula', async () => {
  await ann.operatorProducts.save({ Game, Version: version, Products: [...hostile] });
  const before = await ann.operatorProducts.show({ Game });
  const { Csv, Version } = await ann.operatorProducts.exportCsv({ Game });
  expect(Csv.match(/(^|[,\r\n]|")[=+@-](?!\d*[,\r\n])/g)).toBeNull();
  expect(await ann.operatorProducts.compareCsv({ Game, Csv })).toMatchObject({ Faults: [], Differences: [] });
  const after = await ann.operatorProducts.importCsv({ Game, Version, Csv: `\ufeff${Csv}` });
  expect(after).toEqual(before);
});

test('an import shows first what it would change', async () => {
  const Csv = 'Sku,Name en,Price USD\r\ngems,Gems,3.99\r\nstars,Stars,1\r\n';
  const { Differences, Version } = await ann.operatorProducts.compareCsv({ Game, Csv });
  expect(Differences).toMatchObject([
    {
      Sku: 'gems',
      Before: { 'Names/de': 'Edelsteine', 'Prices/USD': 4.99, 'Prices/EUR': 5 },
      After: { 'Prices/USD': 3.99 },
    },
    { Sku: 'stars', After: { Names: { en: 'Stars' } } },
  ]);
  const { Products } = await ann.operatorProducts.importCsv({ Game, Version, Csv });
  expect(Products.map(({ Sku }) => Sku)).toEqual(['gems', 'stars']);
});

test.each<[string, string, object[]]>([
  ['a number', 'Sku,Name en,Price USD\ngems,"two\nlines",1\nstars,Stars,"1,5"', [{ Line: 4, Column: 'Price USD' }]],
  ['an unknown column', 'Sku,Naem en\ngems,Gems', [{ Line: 1, Column: 'Naem en' }]],
  ['a column of every object', 'Sku,constructor\ngems,Gems', [{ Line: 1, Column: 'constructor' }]],
  ['an open quotation mark', 'Sku,Name en\ngems,"Gems\n', [{ Line: 2, Column: '' }]],
  ['decimals', 'Sku,Name en,Price USD,Price JPY\ngems,Gems,1,2.5', [{ Line: 2, Column: 'Price JPY' }]],
  ['a SKU', 'Sku,Name en,Price USD\n$$,Gems,1', [{ Line: 2, Column: 'Sku' }]],
  ['no SKUs', 'Name en\nGems', [{ Line: 1, Column: 'Sku' }]],
])('a fault of %s is named by line and column', async (_, Csv, faults) => {
  const { Faults } = await ann.operatorProducts.compareCsv({ Game, Csv });
  expect(Faults).toMatchObject(faults);
  await expect(ann.operatorProducts.importCsv({ Game, Version: version, Csv })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
});

test('with the setting, a second person approves prices', async () => {
  await using strict = await createTestApp({ env: { SECOND_PERSON: 'prices' } });
  await buildGames(strict.database, [Game]);
  const fin = await strict.operatorClient('finance');
  const { Version } = await fin.operatorProducts.show({ Game });
  await expect(fin.operatorProducts.save({ Game, Version, Products: [gems] })).rejects.toMatchObject({
    code: 'ApprovalRequired',
  });
  const admin = await strict.operatorClient('admin');
  const { Approvals } = await admin.operatorApprovals.list({});
  await admin.operatorApprovals.approve({ ApprovalId: Approvals[0]?.ApprovalId ?? '' });
  expect((await fin.operatorProducts.show({ Game })).Products).toMatchObject([{ Sku: 'gems' }]);
});
