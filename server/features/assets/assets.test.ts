import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { sendAsset } from '#server/http/send-asset.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createAssetFinder } from './find-asset.ts';
import { deleteOldAssets } from './asset-retention.ts';
import { storePortalAssets } from './store-portal-assets.ts';

const script = 'export const text = "a program";'.repeat(20);

function build(files: Readonly<Record<string, string>>): string {
  const folder = createTemporaryFolder();
  for (const name of ['assets', 'checkout']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    if (name.endsWith('.js')) writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
  }
  return folder;
}

async function openDatabase(): Promise<Database> {
  const { database, drop } = await createTestDatabase();
  onTestFinished(drop);
  return database;
}

const namesIn = async ({ kysely }: Database): Promise<string[]> =>
  (await kysely.selectFrom('portal_assets').select('name').orderBy('name').execute()).map(({ name }) => name);

test('two builds publish their different files once each, compressed if the build compressed them', async () => {
  const database = await openDatabase();
  const shared = { 'assets/shared-1.svg': '<svg/>', 'checkout/checkout-1.js': script };
  const first = build({ ...shared, 'assets/portal-1.js': script });
  const second = build({ ...shared, 'assets/portal-2.js': script });
  expect(await storePortalAssets(database, first)).toEqual({ added: 3 });
  expect(await storePortalAssets(database, second)).toEqual({ added: 1 });
  expect(await storePortalAssets(database, first)).toEqual({ added: 0 });
  expect(await storePortalAssets(database, build({}))).toEqual({ added: 0 });
  expect(await namesIn(database)).toEqual([
    'assets/portal-1.js',
    'assets/portal-2.js',
    'assets/shared-1.svg',
    'checkout/checkout-1.js',
  ]);
  const find = createAssetFinder(database);
  expect(await find('assets/portal-2.js')).toEqual({ encoding: 'br', bytes: brotliCompressSync(script) });
  expect(await find('assets/shared-1.svg')).toEqual({ encoding: 'identity', bytes: Buffer.from('<svg/>') });
  expect(await find('assets/portal-3.js')).toBeUndefined();
  expect(await find('assets/../portal-1.js')).toBeUndefined();
});

test('four nodes that start at once publish one build', async () => {
  const database = await openDatabase();
  const folder = build({ 'assets/portal-1.js': script });
  await Promise.all([1, 2, 3, 4].map(() => storePortalAssets(database, folder)));
  expect(await namesIn(database)).toEqual(['assets/portal-1.js']);
});

test('deletes what no node used for thirty days, and the longest unused above the limit', async () => {
  const database = await openDatabase();
  await storePortalAssets(
    database,
    build({ 'assets/old-1.js': script, 'assets/a-1.svg': '12345', 'assets/b-1.svg': '12345' }),
  );
  await sql`UPDATE portal_assets SET seen_at = now() - interval '31 days' WHERE name = 'assets/old-1.js'`.execute(
    database.kysely,
  );
  await sql`UPDATE portal_assets SET seen_at = now() - interval '3 days' WHERE name = 'assets/a-1.svg'`.execute(
    database.kysely,
  );
  await deleteOldAssets(database);
  expect(await namesIn(database)).toEqual(['assets/a-1.svg', 'assets/b-1.svg']);
  await deleteOldAssets(database, { keptDays: 30, maxBytes: 7 });
  expect(await namesIn(database)).toEqual(['assets/b-1.svg']);
});

test('a build that is in use is not deleted', async () => {
  const database = await openDatabase();
  const folder = build({ 'assets/portal-1.js': script });
  await storePortalAssets(database, folder);
  await sql`UPDATE portal_assets SET seen_at = now() - interval '40 days'`.execute(database.kysely);
  await storePortalAssets(database, folder);
  await deleteOldAssets(database);
  expect(await namesIn(database)).toEqual(['assets/portal-1.js']);
});

test('caches requested files up to a limit', async () => {
  const database = await openDatabase();
  await storePortalAssets(database, build({ 'assets/a-1.svg': '12345', 'assets/b-1.svg': '12345' }));
  const find = createAssetFinder(database, { maxBytes: 8 });
  await Promise.all([find('assets/a-1.svg'), find('assets/a-1.svg')]);
  await database.kysely.deleteFrom('portal_assets').where('name', '=', 'assets/a-1.svg').execute();
  expect((await find('assets/a-1.svg'))?.bytes.toString()).toBe('12345');
  expect((await find('assets/b-1.svg'))?.bytes.toString()).toBe('12345');
  expect(await find('assets/a-1.svg')).toBeUndefined();
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', undefined],
  ['gzip, br;q=0', undefined],
  ['br;q=0.5', 'br'],
])('a browser that accepts %s can read it', async (accepted, encoding) => {
  const app = fastify();
  const asset = { encoding: 'br', bytes: brotliCompressSync(script) };
  app.get('/', (request, reply) => sendAsset({ name: 'assets/portal-1.js', asset }, request, reply));
  const { headers, rawPayload } = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(headers['content-encoding']).toBe(encoding);
  expect(rawPayload.equals(encoding === 'br' ? asset.bytes : Buffer.from(script))).toBe(true);
  await app.close();
});
