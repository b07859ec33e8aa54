// Public product pages, with the real adapters that read them; the core names none of them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createMoneyTestApp, soldGame, soldSku, type MoneyTestApp } from '#server/testing/create-money-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { loadProviders } from '../providers/load-providers.ts';

let vendors: SimulatedVendors;
let server: MoneyTestApp;
const reading = (await loadProviders()).flatMap((each) =>
  each.family === 'payments' && each.adapter.productPage ? [each] : [],
);

beforeAll(async () => {
  vendors = await simulateVendors();
  server = await createMoneyTestApp(
    reading.map((loaded) => ({ loaded, settings: {} })),
    {
      providers: reading,
      settings: vendors.settings,
      vendorFetch: vendors.fetch,
      env: { REQUESTS_PER_MINUTE: '9999999', PUBLIC_URL: 'https://play.example', BASE_PATH: '/games/' },
    },
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});

async function order({ manifest }: (typeof reading)[number]): Promise<string> {
  const accountId = await buildAccount(server.database, { name: 'Buyer' });
  const connection = { account_id: accountId, game: soldGame, game_uid: randomUUID() };
  await server.database.kysely.insertInto('connected_games').values(connection).execute();
  const { token } = await server.sessions.begin(accountId);
  const WebPublishingPlatform = (manifest.platforms?.[0] ?? 'FxId') as 'FxId';
  const product = { Game: soldGame, Sku: soldSku, Currency: 'USD', WebPublishingPlatform } as const;
  const result = JSON.stringify(await server.client(token).store.createPayment(product));
  return /"(https:[^"]*\/products\/[^"]*)"/.exec(result)?.[1] ?? '';
}

/** As the proxy forwards it: without the portal's base path. */
const read = (address: string, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url: new URL(address).pathname.replace(/^\/games/, '') });

async function setPrice(price_minor: number): Promise<void> {
  await server.database.kysely
    .insertInto('product_prices')
    .values({ game: soldGame, sku: soldSku, currency: 'USD', price_minor })
    .onConflict((conflict) => conflict.columns(['game', 'sku', 'currency']).doUpdateSet({ price_minor }))
    .execute();
}

test('at least one provider reads product pages', () => {
  expect(reading.length).toBeGreaterThan(0);
});

test.each(reading.map((provider) => [provider.folder, provider] as const))(
  'the page for %s is public, the same for every reader, and cacheable',
  async (folder, provider) => {
    await setPrice(499);
    const address = await order(provider);
    expect(address).toBe(`https://play.example/games/products/${folder}/${soldGame}/${soldSku}/USD-499`);
    const { statusCode, headers, body } = await read(address);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const name of ['set-cookie', 'location', 'x-robots-tag', 'vary']) expect(headers).not.toHaveProperty(name);
    expect(body).toContain(`<link rel="canonical" href="${address}">`);
    expect(body).toContain('content="4.99"');
    expect(body).not.toContain('<script');
    expect((await read(address)).body).toBe(body);
    expect((await read(address, 'HEAD')).statusCode).toBe(200);
    const asked = await server.app.inject(`/products/${folder}/${soldGame}/${soldSku}/USD-499?fb_locale=de_DE`);
    expect(asked.body).toBe(body);
    expect((await server.app.inject('/robots.txt')).statusCode).toBe(404);
  },
);

test.each(reading.map((provider) => [provider.folder, provider] as const))(
  'a new price has a new page for %s, and the old page stays, even if no longer sold',
  async (_, provider) => {
    await setPrice(499);
    const before = await order(provider);
    await setPrice(599);
    const after = await order(provider);
    expect(after).not.toBe(before);
    expect((await read(before)).body).toContain('content="4.99"');
    expect((await read(after)).body).toContain('content="5.99"');
    await server.database.kysely.deleteFrom('product_prices').where('sku', '=', soldSku).execute();
    await expect(order(provider)).rejects.toThrow('not for sale');
    expect((await read(before)).statusCode).toBe(200);
  },
);

test.each(reading.map((provider) => [provider.folder, provider] as const))(
  'only what was sold has a page for %s: no other price, product, game or provider',
  async (folder, provider) => {
    await setPrice(499);
    const page = await order(provider);
    for (const [from, to] of [
      ['USD-499', 'USD-1'],
      ['USD-499', 'EUR-499'],
      ['USD-499', 'USD-0499'],
      ['USD-499', 'usd-499'],
      ['USD-499', 'USD-99999999999999999999'],
      [soldSku, 'other'],
      [soldSku, '..%2f..%2fx'],
      [soldGame, 'other-game'],
      [`/${folder}/`, '/stripe/'],
      [`/${folder}/`, '/__proto__/'],
    ] as const)
      expect((await read(page.replace(from, to))).statusCode, to).toBe(404);
  },
);

test.each(reading.map((provider) => [provider.folder, provider] as const))(
  "a product's name is escaped on the page for %s",
  async (_, provider) => {
    await setPrice(777);
    await server.database.kysely
      .updateTable('products')
      .set({
        names: JSON.stringify({ en: '"><script>alert(1)</script>&' }),
        descriptions: JSON.stringify({ en: "'<b>" }),
      })
      .where('game', '=', soldGame)
      .where('sku', '=', soldSku)
      .execute();
    const { body } = await read(await order(provider));
    expect(body).not.toContain('<script');
    expect(body).not.toContain('<b>');
    expect(body).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;"');
  },
);
