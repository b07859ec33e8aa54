import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listCurrencies } from '#model/currency.ts';
import { currencyDecimals } from '#model/money.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { buildStore, setStore } from '#server/testing/build-store.ts';
import { sampleProducts } from '#server/testing/sample-products.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { runProductsCommand, readProductsArguments } from './run-products-command.ts';
import { priceProduct } from './price-product.ts';
import type { ProductEntry } from '#model/product-entry.ts';

let storage: TestDatabase;

beforeAll(async () => {
  storage = await createTestDatabase();
  await buildGames(storage.database, ['gem-miner', 'sky-courier', 'paper-fleet']);
  await buildStore(storage.database, 'gem-miner', sold);
  await setStore(storage.database, 'paper-fleet', (flag) => ['StripeEnabled', 'XsollaEnabled'].includes(flag));
});
afterAll(() => storage.drop());
beforeEach(async () => {
  await storage.database.kysely.deleteFrom('currency_rates').execute();
  await run(['set', 'paper-fleet'], [small]);
});

async function run(words: string[], json: unknown = '', countryHeader?: string): Promise<string> {
  const said: string[] = [];
  await runProductsCommand(readProductsArguments(words), typeof json === 'string' ? json : JSON.stringify(json), {
    database: storage.database,
    config: { countryHeader, countryDatabase: undefined },
    operator: 'ann on laptop',
    report: (text) => void said.push(text),
  });
  return said.join('\n');
}

const small: ProductEntry = { Sku: 'ink-10', Names: { en: 'Ink' }, Prices: { USD: 1.49 } };
// Uses every field that a product can have.
const sold: readonly ProductEntry[] = [
  ...sampleProducts,
  { ...small, Sku: 'secret', Payload: 'for the server', ShowInWebStore: false, RequiresDryRun: true },
];
const show = async (game: string): Promise<ProductEntry[]> => JSON.parse(await run(['show', game])) as ProductEntry[];

test("shows a game's products, and setting them again changes nothing", async () => {
  const before = await show('gem-miner');
  expect(before).toMatchObject(sold);
  expect(await run(['set', 'gem-miner'], before, 'cf-ipcountry')).toContain(
    'Products of gem-miner: 6 on sale, 0 new, 0 gone. Nodes show them within seconds.',
  );
  expect(await show('gem-miner')).toEqual(before);
});

test('an additional product is another one in the file', async () => {
  const pack = { ...small, Sku: 'pack', AdditionalProducts: ['ink-10'] };
  await run(['set', 'paper-fleet'], [pack, small]);
  expect((await show('paper-fleet'))[0]).toMatchObject({ AdditionalProducts: ['ink-10'] });
  await expect(run(['set', 'paper-fleet'], [{ ...pack, AdditionalProducts: ['pack', 'pen'] }, small])).rejects.toThrow(
    /\/0\/AdditionalProducts\/0 is the product itself[^]*\/0\/AdditionalProducts\/1 pen isn't a product in this file/,
  );
});

test('stores every price in every currency as written', async () => {
  await run(['set-rates'], Object.fromEntries(listCurrencies().map((code) => [code, 1])));
  const price = fc
    .constantFrom(...listCurrencies())
    .chain((code) => fc.integer({ min: 1, max: 10 ** 9 }).map((minor) => [code, minor] as const));
  await fc.assert(
    fc.asyncProperty(fc.array(price, { minLength: 1, maxLength: 40 }), async (prices) => {
      const minor = new Map(prices);
      const Prices = Object.fromEntries(
        [...minor].map(([code, amount]) => [code, amount / 10 ** currencyDecimals(code)]),
      );
      await run(['set', 'paper-fleet'], [{ ...small, Prices }]);
      expect((await show('paper-fleet'))[0]?.Prices).toEqual(Prices);
      const rows = await storage.database.kysely
        .selectFrom('product_prices')
        .selectAll()
        .where('game', '=', 'paper-fleet')
        .execute();
      expect(new Map(rows.map(({ currency, price_minor }) => [currency, price_minor]))).toEqual(minor);
    }),
    { numRuns: 15 },
  );
});

test('removed products disappear, and orders keep their copy', async () => {
  const { kysely } = storage.database;
  await run(
    ['set', 'sky-courier'],
    [
      { ...small, Sku: 'feathers-50' },
      { ...small, Sku: 'old' },
    ],
  );
  const order_id = randomUUID();
  const product = { names: { en: 'Old' }, descriptions: {}, type: 'Durable', labels: [] };
  await kysely
    .insertInto('orders')
    .values({
      order_id,
      account_id: await buildAccount(storage.database),
      game: 'sky-courier',
      game_uid: 'uid',
      platform: 'FxId',
      product: JSON.stringify(product),
      sku: 'old',
      quantity: 1,
      price_minor: 149,
      currency: 'USD',
      usd_minor: 149,
      expires_at: new Date(),
    })
    .execute();
  expect(
    await run(
      ['set', 'sky-courier'],
      [
        { ...small, Sku: 'fresh' },
        { ...small, Sku: 'feathers-50' },
      ],
    ),
  ).toContain('2 on sale, 1 new, 1 gone');
  expect((await show('sky-courier')).map(({ Sku }) => Sku)).toEqual(['fresh', 'feathers-50']);
  expect(
    await kysely.selectFrom('orders').select('product').where('order_id', '=', order_id).executeTakeFirst(),
  ).toEqual({
    product,
  });
});

test.each<[string, unknown, string]>([
  ['no JSON', 'no json', "isn't valid JSON"],
  ['no list', {}, '/ must be array'],
  ['a field that is not known', [{ ...small, Colour: 'red' }], '/0'],
  ['an invalid sku', [small, { ...small, Sku: 'a b' }], '/1/Sku'],
  ['a sku that is there twice', [small, small], '/1/Sku ink-10 appears twice'],
  ['a product without a name', [{ ...small, Names: {} }], '/0/Names has no name'],
  ['a product without a price', [{ ...small, Prices: {} }], '/0/Prices is empty'],
  ['a price of nothing', [{ ...small, Prices: { USD: 0 } }], '/0/Prices/USD'],
  ['a price as text', [{ ...small, Prices: { USD: '1.49' } }], '/0/Prices/USD'],
  ['an unknown currency', [{ ...small, Prices: { USD: 1, EUX: 1 } }], "/0/Prices/EUX isn't an ISO 4217 currency"],
  ['a currency in small letters', [{ ...small, Prices: { usd: 1 } }], '/0/Prices'],
  ['half a yen', [{ ...small, Prices: { USD: 1, JPY: 1.5 } }], '/0/Prices/JPY is 1.5, but JPY has 0 decimals'],
  ['a tenth of a cent', [{ ...small, Prices: { USD: 1.499 } }], '/0/Prices/USD is 1.499, but USD has 2 decimals'],
  [
    'an unknown country',
    [{ ...small, CountryPrices: { XYZ: { USD: 1 } } }],
    "/0/CountryPrices/XYZ isn't a three-letter ISO 3166 country",
  ],
  ['a wrong price for a country', [{ ...small, CountryPrices: { POL: { EUX: 1 } } }], '/0/CountryPrices/POL/EUX'],
  ['a sale that raises the price', [{ ...small, WasPercent: 90 }], '/0/WasPercent'],
  ['nothing to tell its worth', [{ ...small, Prices: { EUR: 1 } }], 'nothing says what EUR is worth'],
])('rejects %s, names the place and changes nothing', async (_, json, place) => {
  const before = await show('gem-miner');
  await expect(run(['set', 'gem-miner'], json)).rejects.toThrow(place);
  expect(await show('gem-miner')).toEqual(before);
});

test('shows ten errors and counts the rest', async () => {
  const many = Array.from({ length: 14 }, (_, at) => ({ ...small, Sku: `a${at}`, Prices: { EUX: 1 } }));
  await expect(run(['set', 'gem-miner'], many)).rejects.toThrow(/\/4\/Prices[^]*and 18 more$/);
});

test("a rate values products without a dollar price, and can't be removed while needed", async () => {
  expect(await run(['set-rates'], { EUR: 1.085, JPY: 0.0066 })).toContain('2 rates are saved');
  expect(JSON.parse(await run(['show-rates']))).toEqual({ EUR: 1.085, JPY: 0.0066 });
  await run(['set', 'paper-fleet'], [{ ...small, Prices: { EUR: 10 } }]);
  expect(
    await priceProduct(storage.database.kysely, { game: 'paper-fleet', sku: 'ink-10', locale: 'en' }),
  ).toMatchObject({ priceMinor: 1000, currency: 'EUR', usdMinor: 1085 });
  await expect(run(['set-rates'], { JPY: 0.0066 })).rejects.toThrow('sold in EUR');
  expect(JSON.parse(await run(['show-rates']))).toHaveProperty('EUR', 1.085);
  await expect(run(['set-rates'], { EUX: 1 })).rejects.toThrow("/EUX isn't an ISO 4217 currency");
  await expect(run(['set-rates'], { EUR: -1 })).rejects.toThrow('/EUR');
});

test('warns that buyers choose their country if no proxy sends it', async () => {
  const cheaper = [{ ...small, CountryPrices: { POL: { USD: 1 } } }];
  expect(await run(['set', 'paper-fleet'], cheaper)).toContain("COUNTRY_DATABASE aren't set");
  expect(await run(['set', 'paper-fleet'], cheaper, 'cf-ipcountry')).not.toContain('COUNTRY_HEADER');
});

test("accepts the example of the operators' guide", async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guides/operators.md'), 'utf8');
  const [, example = ''] = /## What games sell[^]*?```json\n([^]*?)```/.exec(guide) ?? [];
  expect(await run(['set', 'paper-fleet'], example)).toContain('Products of paper-fleet: 1 on sale');
});

test('reports a missing game', async () => {
  await expect(run(['show', 'nowhere'])).rejects.toThrow('No game is named nowhere');
  await expect(run(['set', 'nowhere'], [small])).rejects.toThrow('No game is named nowhere');
});

test.each([[[]], [['show']], [['set', 'a', 'b']], [['show-rates', 'a']], [['delete', 'a']]])(
  'shows its usage: %j',
  (words) => {
    expect(() => readProductsArguments(words)).toThrow('Usage:');
  },
);

test('setting products lists what is still missing to sell in production', async () => {
  const db = storage.database.kysely;
  const said = await run(['set', 'paper-fleet'], [small]);
  expect(said).toContain('To sell in production it still needs:');
  expect(said).toContain('  - the settings of a provider: npm run settings -- payments/xsolla or payments/stripe');
  expect(said).toContain('  - a place for deliveries: npm run hooks -- set paper-fleet <https address>');
  const sealed = Buffer.from('sealed');
  await db
    .insertInto('adapter_settings')
    .values([
      { family: 'payments', adapter: 'stripe', game: null, sealed },
      { family: 'platforms', adapter: 'telegram', game: 'paper-fleet', sealed },
    ])
    .execute();
  try {
    const later = await run(['set', 'paper-fleet'], [small]);
    expect(later).not.toContain('the settings of a provider');
    expect(later).toContain(
      '  - Telegram sells for XTR. Without a price in XTR, and so not listed there: all 1 items.',
    );
    expect(await run(['set', 'paper-fleet'], [{ ...small, Prices: { USD: 1.49, XTR: 90 } }])).not.toContain('XTR');
  } finally {
    await db.deleteFrom('adapter_settings').execute();
  }
});

test("setting products names the items that a configured platform won't list", async () => {
  const db = storage.database.kysely;
  const sealed = Buffer.from('sealed');
  const item = (Sku: string, Prices: Record<string, number>) => ({ ...small, Sku, Prices });
  const items = [
    item('both', { USD: 1, RUB: 90 }),
    item('dollars', { USD: 2 }),
    { ...item('russian', { USD: 3 }), CountryPrices: { RUS: { RUB: 50 } } },
  ];
  expect(await run(['set', 'paper-fleet'], items)).not.toContain('not listed');
  await db
    .insertInto('adapter_settings')
    .values([
      { family: 'platforms', adapter: 'absolutegames', game: null, sealed },
      { family: 'platforms', adapter: 'vkontakteplay', game: 'paper-fleet', sealed },
      { family: 'platforms', adapter: 'telegram', game: 'gem-miner', sealed },
    ])
    .execute();
  try {
    const said = await run(['set', 'paper-fleet'], items);
    expect(said).toContain(
      '  - Absolute Games sells for RUB. Without a price in RUB, and so not listed there: dollars.',
    );
    expect(said).toContain(
      "  - VK Play charges each buyer in the buyer's own currency. Buyers with another currency than RUB, USD see nothing there. Without a price in all of these: dollars.",
    );
    expect(said).not.toContain('Telegram');
    expect(await run(['set', 'paper-fleet'], [items[0]])).not.toContain('Absolute Games');
  } finally {
    await db.deleteFrom('adapter_settings').execute();
  }
});

test("rejects a price that a platform of the game can't charge", async () => {
  const db = storage.database.kysely;
  const item = (Prices: Record<string, number>) => [{ ...small, Prices: { USD: 1.49, ...Prices } }];
  await run(['set', 'paper-fleet'], item({ UAH: 49.5 }));
  await db
    .insertInto('adapter_settings')
    .values({ family: 'platforms', adapter: 'steam', game: 'paper-fleet', sealed: Buffer.from('sealed') })
    .execute();
  try {
    await run(['set', 'paper-fleet'], item({ UAH: 49, INR: 129, KRW: 1990, VND: 25_500, CRC: 765, EUR: 1.49 }));
    const before = await show('paper-fleet');
    await expect(run(['set', 'paper-fleet'], item({ UAH: 49.5 }))).rejects.toThrow(
      '/0/Prices/UAH of ink-10 is 49.5, but Steam charges UAH only in steps of 1.',
    );
    await expect(run(['set', 'paper-fleet'], item({ INR: 129.99, KRW: 1995, VND: 25_400, CRC: 763 }))).rejects.toThrow(
      /INR only in steps of 1\.[^]*KRW only in steps of 10\.[^]*VND only in steps of 500\.[^]*CRC only in steps of 5\./,
    );
    const local = [{ ...small, CountryPrices: { IND: { INR: 99.5 } } }];
    await expect(run(['set', 'paper-fleet'], local)).rejects.toThrow('/0/CountryPrices/IND/INR of ink-10 is 99.5');
    expect(await show('paper-fleet')).toEqual(before);
  } finally {
    await db.deleteFrom('adapter_settings').execute();
  }
});
