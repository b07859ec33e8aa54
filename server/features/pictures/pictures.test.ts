import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeProducts } from '#server/features/store/write-products.ts';
import { createGameFileFinder } from '#server/games/game-file-finder.ts';
import { createLog } from '#server/http/log.ts';
import { FetchBlockedError, type SafeFetch } from '#server/http/safe-fetch.ts';
import { buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { listDuePictures } from './list-due-pictures.ts';
import { listLostPictures, remakeLostPictures } from './lost-pictures.ts';
import { hashPicture, makePicture, type MakePictureDeps } from './make-picture.ts';
import { openPictureFiles } from './open-picture-files.ts';
import { prunePictures } from './prune-pictures.ts';

let server: TestApp;
let parts: MakePictureDeps;
let dataDir: string;
const now = new Date();
const asked: string[] = [];
let answer: () => ReturnType<SafeFetch>;

const paint = (red: number) =>
  sharp({ create: { width: 400, height: 225, channels: 3, background: { r: red, g: 9, b: 9 } } })
    .png()
    .toBuffer();
const elsewhere = 'https://art.example/wide.png';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fxid-pictures-'));
  server = await createTestApp({ now: () => now, env: { DATA_DIR: dataDir } });
  await buildGames(server.database, ['gem-miner', 'far-away']);
  const art = join(dataDir, 'games', 'gem-miner', 'art');
  await mkdir(art, { recursive: true });
  await writeFile(join(art, 'wide.png'), await paint(10));
  await writeFile(join(art, 'broken.png'), 'no picture');
  await setArt('gem-miner', {
    WideArt: '/art/wide.png',
    Screenshots: ['/art/broken.png', '/art/none.png', '/.secret.png'],
  });
  await setArt('far-away', { WideArt: elsewhere });
  parts = {
    database: server.database,
    pictureFiles: openPictureFiles(dataDir, undefined),
    folders: [join(dataDir, 'games')],
    finder: createGameFileFinder({ folders: [join(dataDir, 'games')], log: createLog({ level: 'silent' }) }),
    fetch: (address) => {
      asked.push(address);
      return answer();
    },
  };
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  asked.length = 0;
  answer = async () => ({ status: 200, headers: {}, body: await paint(20) });
});

const setArt = (game: string, page: object) =>
  changeGame(server.database, game, (config) => ({ ...config, StorePage: { ...config.StorePage, ...page } }));
const makeDue = async () => {
  const due = await listDuePictures(server.database);
  return Promise.all(due.map(async (each) => [each.source, await makePicture(parts, each)] as const));
};
const readConfig = (Game: string) => server.client().games.publicConfig({ Game });

test('due pictures are converted once, the page is updated, and vector drawings stay unchanged', async () => {
  expect(Object.fromEntries(await makeDue())).toEqual({
    '/art/wide.png': { outcome: 'made' },
    '/art/broken.png': { outcome: 'refused', fault: "it isn't a JPEG, PNG, WebP or AVIF file" },
    '/art/none.png': { outcome: 'refused', fault: 'the game has no such file' },
    '/.secret.png': { outcome: 'refused', fault: 'no file of a game has such a path' },
    [elsewhere]: { outcome: 'made' },
  });
  expect(asked).toEqual([elsewhere]);
  expect(await makeDue()).toEqual([]);
  const { StorePage } = await readConfig('gem-miner');
  expect(StorePage.Pictures).toMatchObject([{ Address: StorePage.WideArt, Width: 400, Height: 225 }]);
  const { Games } = await server.client().discovery.browse({ Search: 'far away' });
  expect(Games[0]?.WidePicture).toMatchObject({ Address: elsewhere, Width: 400 });
});

test('pictures are served from our own host and cached forever; nothing else is served there', async () => {
  const { StorePage } = await readConfig('far-away');
  const addresses = (StorePage.Pictures?.[0]?.Avif ?? '').split(', ').map((each) => each.split(' ')[0] ?? '');
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    expect(address).toMatch(/^\/pictures\/[0-9a-f]{32}\/(320|400)\.avif$/);
    const { statusCode, headers } = await server.app.inject(address);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/avif']);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  const hash = addresses[0]?.split('/')[2] ?? '';
  for (const path of [
    `${hash}/321.avif`,
    `${hash}/320.png`,
    `${hash}/..%2f..%2fx.webp`,
    `../${hash}/320.avif`,
    'x/320.avif',
  ])
    expect((await server.app.inject(`/pictures/${path}`)).statusCode).toBe(404);
});

test("a picture that can't be fetched is shown from its source, and retried a day later", async () => {
  await server.database.kysely.deleteFrom('pictures').where('game', '=', 'far-away').execute();
  answer = () => Promise.reject(new FetchBlockedError('art.example leads to 10.0.0.1, which is not public.'));
  expect(await makeDue()).toMatchObject([[elsewhere, { outcome: 'refused' }]]);
  expect((await readConfig('far-away')).StorePage).toMatchObject({ WideArt: elsewhere });
  expect((await readConfig('far-away')).StorePage.Pictures).toBeUndefined();
  expect(await makeDue()).toEqual([]);
  const made_at = new Date(Date.now() - 25 * 3_600_000);
  await server.database.kysely.updateTable('pictures').set({ made_at }).where('game', '=', 'far-away').execute();
  answer = async () => ({ status: 404, headers: {}, body: Buffer.alloc(0) });
  expect(await makeDue()).toEqual([[elsewhere, { outcome: 'refused', fault: 'its address answered 404' }]]);
});

test('picture data written into the configuration is ignored, and equal bytes are converted once', async () => {
  const { StorePage } = await readConfig('gem-miner');
  await setArt('far-away', { WideArt: '/art/wide.png', Pictures: StorePage.Pictures });
  expect((await readConfig('far-away')).StorePage.Pictures).toBeUndefined();
  await mkdir(join(dataDir, 'games', 'far-away', 'art'), { recursive: true });
  await writeFile(join(dataDir, 'games', 'far-away', 'art', 'wide.png'), await paint(10));
  expect(await makeDue()).toEqual([['/art/wide.png', { outcome: 'same' }]]);
});

test('files that no game uses are deleted after a week', async () => {
  const folder = join(dataDir, 'pictures');
  const before = await readdir(folder);
  expect(await prunePictures(server.database, parts.pictureFiles, now)).toBe(0);
  const later = new Date(now.getTime() + 8 * 86_400_000);
  // Two games still reference one of the two.
  expect(await prunePictures(server.database, parts.pictureFiles, later)).toBe(before.length - 1);
  expect(await readdir(folder)).toHaveLength(1);
  await rm(folder, { recursive: true });
  expect(await prunePictures(server.database, parts.pictureFiles, later)).toBe(0);
});

test('more pictures than a statement can have parameters', async () => {
  const names = Array.from({ length: 70_000 }, (_, index) => index.toString(16).padStart(32, '0'));
  const pictureFiles = { ...parts.pictureFiles, list: async () => names, findTime: async () => undefined };
  expect(await prunePictures(server.database, pictureFiles, now)).toBe(0);
});

test('pictures whose files were lost are made again, from their source or from the content', async () => {
  const bytes = await paint(50);
  const row = { game: null, name: 'lost.png', hash: hashPicture(bytes), bytes, width: 400, height: 225 };
  await server.database.kysely
    .insertInto('content_pictures')
    .values({ ...row, widths: [320, 400], placeholder: '' })
    .execute();
  await rm(join(dataDir, 'pictures'), { recursive: true, force: true });
  const lost = await listLostPictures(server.database, parts.pictureFiles);
  expect(lost.length).toBeGreaterThan(1);
  const { made, due } = await remakeLostPictures(server.database, parts.pictureFiles);
  expect(made).toBe(1);
  for (const each of due) await makePicture(parts, each);
  expect(await listLostPictures(server.database, parts.pictureFiles)).toEqual([]);
  expect((await readdir(join(dataDir, 'pictures'))).toSorted()).toEqual(lost.toSorted());
});

test("a product's picture is converted like a game's, and the store returns it", async () => {
  await writeFile(join(dataDir, 'games', 'gem-miner', 'art', 'gem.png'), await paint(77));
  const product = { Sku: 'gem', Names: { en: 'Gem' }, ImageUrl: '/art/gem.png', Prices: { USD: 1 } };
  await server.database.transaction((trx) => writeProducts(trx, 'gem-miner', [product]));
  expect(await makeDue()).toContainEqual(['/art/gem.png', { outcome: 'made' }]);
  const { Products } = await server.client().store.storeData({ Game: 'gem-miner', Locale: 'en', Currency: 'USD' });
  const avif = Products[0]?.Picture?.Avif ?? '';
  expect(Products).toMatchObject([
    { Sku: 'gem', Picture: { Address: Products[0]?.ImageUrl, Width: 400, Height: 225 } },
  ]);
  expect(avif).toMatch(/^\/pictures\/[0-9a-f]{32}\/320\.avif 320w, /);
  const whole = await server.app.inject(avif.replace(/320\.avif.*/, 'whole.webp'));
  expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await server.app.inject(avif.replace(/320\.avif.*/, 'whole.avif'))).statusCode).toBe(404);
});
