import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeGame } from '#server/testing/build-accounts.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';

let portal: PublishingTest;

beforeAll(async () => {
  portal = await createPublishingTest();
});
afterAll(() => portal[Symbol.asyncDispose]());

const hashedName = `${'0123456789abcdef'.repeat(2)}.json`;

const unity = (text: string): string =>
  portal.folder({
    'Build/g.loader.js': 'loader',
    'Build/g.data': `data ${text}`,
    'Build/g.framework.js': 'framework',
    'Build/g.wasm': `wasm ${text}`,
    'more/index.html': '<p>more</p>',
    [hashedName]: 'hashed',
  });

async function readAddresses(game: string, path = '/') {
  const { body } = await portal.get(game, path);
  const settings = /<script id="settings" type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}';
  return (JSON.parse(settings) as { build: Record<'loader' | 'data' | 'framework' | 'code', string> }).build;
}

test('files of a Unity build have addresses with its hash, which browsers and CDNs keep', async () => {
  await portal.run(['add', 'hashed', unity('one')]);
  const { loader, data, framework, code } = await readAddresses('hashed');
  for (const address of [loader, data, framework, code])
    expect(address).toMatch(/^\/builds\/[0-9a-f]{64}-[0-9a-f]{16}\/Build\/g\./);
  const { status, body, headers } = await portal.get('hashed', code);
  expect([status, body]).toEqual([200, 'wasm one']);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/wasm',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("object-src 'none'"),
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(await portal.get('hashed', data, { range: 'bytes=0-3' })).toMatchObject({ status: 206, body: 'data' });
  // The page itself is checked each time.
  expect((await portal.get('hashed', '/')).headers['cache-control']).toBe('no-cache');
});

test('a new build has new addresses, and a roll back has those of the earlier build again', async () => {
  await portal.run(['add', 'rolled', unity('one')]);
  const one = await readAddresses('rolled');
  await portal.run(['add', 'rolled', unity('two')]);
  const two = await readAddresses('rolled');
  expect(two.data).not.toBe(one.data);
  // A page that was opened before still loads its own files.
  expect((await portal.get('rolled', one.data)).body).toBe('data one');
  expect(await readAddresses('rolled', '/builds/1/')).toEqual(one);
  await portal.run(['rollback', 'rolled']);
  expect(await readAddresses('rolled')).toEqual(one);
  expect((await portal.get('rolled', one.code)).body).toBe('wasm one');
  await portal.run(['prune', 'rolled']);
  expect((await portal.get('rolled', one.code)).body).toBe('wasm one');
  expect((await portal.get('rolled', two.code)).status).toBe(404);
});

test("a draft's files have no such address: they are secret, and may change", async () => {
  await portal.run(['add', 'drafted', unity('live')]);
  const live = await readAddresses('drafted');
  const said = await portal.run(['add', 'drafted', unity('draft'), '--draft']);
  const preview = `/.fxid/preview/${/preview=(\S+)/.exec(said)?.[1]}/`;
  const draft = await readAddresses('drafted', preview);
  expect(draft.code).toBe('Build/g.wasm');
  const file = await portal.get('drafted', `${preview}Build/g.wasm`);
  expect(file).toMatchObject({ status: 200, body: 'wasm draft', headers: { 'cache-control': 'no-cache' } });
  // Otherwise caches would keep it after the link was revoked.
  expect((await portal.get('drafted', preview + hashedName)).headers['cache-control']).toBe('no-cache');
  expect((await portal.get('drafted', `/${hashedName}`)).headers['cache-control']).toContain('immutable');
  const { sha } = await portal.server.database.kysely
    .selectFrom('build_drafts')
    .select('sha')
    .where('game', '=', 'drafted')
    .executeTakeFirstOrThrow();
  const hidden = live.code.replace(/[0-9a-f]{64}/, sha);
  expect((await portal.get('drafted', hidden)).status).toBe(404);
  await portal.run(['publish', 'drafted']);
  expect((await readAddresses('drafted')).code).toBe(hidden);
  expect((await portal.get('drafted', hidden)).body).toBe('wasm draft');
});

test('a changed policy gives new addresses, and the old ones are no longer kept', async () => {
  await portal.run(['add', 'isolated', unity('one')]);
  const before = await readAddresses('isolated');
  await changeGame(portal.server.database, 'isolated', (config) => ({ ...config, Isolated: true }));
  const after = await readAddresses('isolated');
  expect(after.framework).not.toBe(before.framework);
  expect((await portal.get('isolated', after.framework)).headers).toMatchObject({
    'cross-origin-embedder-policy': 'credentialless',
    'cache-control': expect.stringContaining('immutable'),
  });
  expect(await portal.get('isolated', before.framework)).toMatchObject({
    status: 200,
    headers: { 'cross-origin-embedder-policy': 'credentialless', 'cache-control': 'no-cache' },
  });
});

test('pages, hidden files, unknown files and builds of other games are not found, and errors are not kept', async () => {
  await portal.run(['add', 'mine', unity('mine')]);
  await portal.run(['add', 'other', unity('other')]);
  const { code } = await readAddresses('mine');
  const folder = code.slice(0, code.indexOf('Build/'));
  for (const path of [
    `${folder}more/index.html`,
    `${folder}.secret`,
    `${folder}Build/none.data`,
    `${folder}builds/1/Build/g.wasm`,
    `${folder}Build/..%2fBuild/g.wasm`,
    (await readAddresses('other')).code,
  ]) {
    const { status, headers } = await portal.get('mine', path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers['cache-control']).toBe('no-store');
  }
});
