// Desktop builds and pictures in an object store: a command on one machine, a node without any file on another.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMissingS3Server } from '#scripts/testing/programs.ts';
import { checkDesktopBuilds } from '#server/checking/check-desktop-builds.ts';
import { checkPictures } from '#server/checking/check-pictures.ts';
import { readConfig } from '#server/config.ts';
import { hashPicture, makePicture, type MakePictureDeps } from '#server/features/pictures/make-picture.ts';
import { openPictureFiles } from '#server/features/pictures/open-picture-files.ts';
import { createStoredPictureFiles } from '#server/features/pictures/stored-picture-files.ts';
import { prunePictures } from '#server/features/pictures/prune-pictures.ts';
import { readBranchesArguments, runBranchesCommand } from '#server/features/release-channels/run-branches-command.ts';
import { createGameFileFinder } from '#server/games/game-file-finder.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startS3Server, type S3Server } from '#server/testing/start-s3-server.ts';
import { createFileCache } from './file-cache.ts';
import { openBuildStore, type OpenedBuildStore } from './open-build-store.ts';
import { streamObject } from './read-object.ts';
import { ObjectStoreError, type S3Settings } from './s3-bucket.ts';

const missing = describeMissingS3Server();
const game = 'sky-courier';
const log = createLog({ level: 'silent' });

describe.skipIf(missing !== undefined)(
  `files in an object store${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let s3: S3Server;
    let server: TestApp;
    let gamesStore: S3Settings;
    let store: OpenedBuildStore;
    const metrics = createMetrics();
    const root = mkdtempSync(join(tmpdir(), 'fxid-stored-'));
    const [nodeFolder, commandFolder] = [join(root, 'node'), join(root, 'command')];

    beforeAll(async () => {
      s3 = await startS3Server();
      const env = { ...s3.env, REQUESTS_PER_MINUTE: '9999999', DATA_DIR: nodeFolder };
      server = await createTestApp({ env });
      const config = readConfig({ NODE_ENV: 'test', ...env, DATA_DIR: join(root, 'other') });
      const opened = openBuildStore(config, { now: () => new Date(), log, metrics });
      if (!opened || !config.gamesStore) throw new Error('The object store is not set up.');
      store = opened;
      gamesStore = config.gamesStore;
      await buildGames(server.database, [game]);
      const Launcher = { Branches: ['stable'], DefaultBranch: 'stable', OpenBranches: ['stable'] };
      await changeGame(server.database, game, (each) => ({ ...each, Launcher }));
    });
    afterAll(async () => {
      await server[Symbol.asyncDispose]();
      await s3[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    });

    const listKeys = async (prefix: string): Promise<string[]> =>
      (await store.bucket.list(prefix)).map(({ key }) => key);
    const run = (...words: string[]): Promise<void> =>
      runBranchesCommand(readBranchesArguments(words), {
        database: server.database,
        config: { dataDir: commandFolder, gamesStore },
        report: () => undefined,
      });
    const writeBuild = (files: Readonly<Record<string, string | Buffer>>): string => {
      const folder = createTemporaryFolder();
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      return folder;
    };
    const requestDownload = async (Os: 'Linux' | 'Windows'): Promise<string> => {
      const launcher = server.client().launcher;
      const { SessionId } = await launcher.requestDownload({ Game: game, Branch: 'stable', Os });
      const { Url } = await launcher.download({ Game: game, SessionId });
      return new URL(Url).pathname;
    };
    const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

    test('a node without files sends desktop builds, in parts too, and removing a build removes its files', async () => {
      await run('add', game, 'stable', writeBuild({ a: 'content of a', b: 'content of b', c: '' }), '--os', 'linux');
      const address = await requestDownload('Linux');
      expect(await get(`${address}a`)).toMatchObject({ statusCode: 200, body: 'content of a' });
      expect(await get(`${address}b`, { range: 'bytes=8-' })).toMatchObject({
        statusCode: 206,
        body: 'of b',
        headers: { 'content-range': 'bytes 8-11/12', 'accept-ranges': 'bytes' },
      });
      expect(await get(`${address}c`)).toMatchObject({ statusCode: 200, body: '' });
      expect(existsSync(join(commandFolder, 'games'))).toBe(false);
      expect(await checkDesktopBuilds(server.database, { dataDir: nodeFolder, gamesStore })).toMatchObject([
        { verdict: 'ok' },
      ]);
      // An update uploads only what has changed.
      await run('add', game, 'stable', writeBuild({ a: 'content of a', b: 'another' }), '--os', 'linux');
      expect(await listKeys(`${game}/desktop/`)).toHaveLength(4);
      await run('remove', game, 'stable', '1');
      expect(await listKeys(`${game}/desktop/`)).toHaveLength(2);
      const [first = ''] = await listKeys(`${game}/desktop/`);
      await store.bucket.remove([first]);
      expect(await checkDesktopBuilds(server.database, { dataDir: nodeFolder, gamesStore })).toMatchObject([
        { verdict: 'problem', text: `build 2 of ${game}, branch stable, lacks files` },
      ]);
      await run('remove', game, 'stable', '2');
    });

    test('a large file is passed on without a copy on the node', async () => {
      const large = Buffer.alloc(33 * 1024 * 1024, 'large');
      const file = join(writeBuild({ 'setup.exe': large }), 'setup.exe');
      await run('add', game, 'stable', file, '--os', 'windows');
      const address = await requestDownload('Windows');
      const whole = await get(address);
      expect(createHash('sha256').update(whole.rawPayload).digest()).toEqual(
        createHash('sha256').update(large).digest(),
      );
      const part = await get(address, { range: 'bytes=33554432-33554441' });
      expect([part.statusCode, part.body]).toEqual([206, large.subarray(33_554_432, 33_554_442).toString()]);
      const sha256 = createHash('sha256').update(large).digest('hex');
      expect(existsSync(join(nodeFolder, 'games-cache', game, 'desktop', sha256))).toBe(false);
    });

    test('a damaged object never arrives completely', async () => {
      const key = `${game}/desktop/damaged`;
      await store.bucket.putText(key, 'x'.repeat(300_000));
      const bytes = 300_000;
      const object = { key, label: 'a file', bytes, sha256: '0'.repeat(64) };
      const stream = await streamObject(store.bucket, object, { start: 0, end: bytes - 1 });
      let received = 0;
      const readAll = async (): Promise<void> => {
        for await (const chunk of stream ?? []) received += (chunk as Buffer).length;
      };
      await expect(readAll()).rejects.toThrow(ObjectStoreError);
      expect(received).toBeLessThan(bytes);
      await store.bucket.remove([key]);
    });

    const paint = (red: number): Promise<Buffer> =>
      sharp({ create: { width: 400, height: 225, channels: 3, background: { r: red, g: 9, b: 9 } } })
        .png()
        .toBuffer();
    const openPictures = (): MakePictureDeps => ({
      database: server.database,
      pictureFiles: openPictureFiles(commandFolder, store),
      folders: [],
      finder: createGameFileFinder({ folders: [], log }),
      fetch: async () => ({ status: 200, headers: {}, body: await paint(20) }),
    });

    test('a picture that one node made is sent by the others, and removed once it is unused', async () => {
      const source = 'https://art.example/wide.png';
      await changeGame(server.database, game, (config) => ({
        ...config,
        StorePage: { ...config.StorePage, WideArt: source },
      }));
      const parts = openPictures();
      const due = { game, source, build: undefined };
      expect(await makePicture(parts, due)).toEqual({ outcome: 'made' });
      const { StorePage } = await server.client().games.publicConfig({ Game: game });
      const address = StorePage.Pictures?.[0]?.Avif?.split(' ')[0] ?? '';
      expect(await get(address)).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/avif' } });
      expect((await get(address.replace('320', '321'))).statusCode).toBe(404);
      expect(existsSync(join(commandFolder, 'pictures'))).toBe(false);
      const checked = { dataDir: nodeFolder, store };
      expect(await checkPictures(server.database, checked)).toMatchObject([{ verdict: 'ok' }]);
      expect(await makePicture(parts, due)).toEqual({ outcome: 'same' });

      // Lost files are made again, although the database has the picture.
      await store.bucket.remove(await listKeys('_pictures/'));
      expect(await checkPictures(server.database, checked)).toMatchObject([
        { verdict: 'problem', text: '1 picture has no files' },
      ]);
      expect(await makePicture(parts, due)).toEqual({ outcome: 'made' });

      const later = new Date(Date.now() + 8 * 86_400_000);
      expect(await prunePictures(server.database, parts.pictureFiles, later)).toBe(0);
      await server.database.kysely.deleteFrom('pictures').execute();
      expect(await prunePictures(server.database, parts.pictureFiles, new Date())).toBe(0);
      expect(await prunePictures(server.database, parts.pictureFiles, later)).toBe(1);
      expect(await listKeys('_pictures/')).toEqual([]);
    });

    test('a picture of which only a part was stored is made again', async () => {
      const parts = openPictures();
      const due = { game, source: 'https://art.example/part.png', build: undefined };
      const folder = { read: async () => undefined };
      const putBytes: OpenedBuildStore['bucket']['putBytes'] = async (key, bytes) => {
        if (key.endsWith('/320.avif')) throw new ObjectStoreError('The store went away.');
        await store.bucket.putBytes(key, bytes);
      };
      const failing = createStoredPictureFiles({ ...store, bucket: { ...store.bucket, putBytes } }, folder);
      const bytes = await paint(20);
      const hash = hashPicture(bytes);
      expect(await makePicture(parts, due)).toEqual({ outcome: 'made' });
      await parts.pictureFiles.remove(hash);
      await expect(makePicture({ ...parts, pictureFiles: failing }, due)).rejects.toThrow('The store went away.');
      expect(await listKeys(`_pictures/${hash}/`)).not.toEqual([]);
      expect(await checkPictures(server.database, { dataDir: nodeFolder, store })).toMatchObject([
        { verdict: 'problem', text: '1 picture has no files' },
      ]);
      expect(await makePicture(parts, due)).toEqual({ outcome: 'made' });
      expect(await makePicture(parts, due)).toEqual({ outcome: 'same' });
      await parts.pictureFiles.remove(hash);
      await server.database.kysely.deleteFrom('pictures').execute();
    });

    test('an unknown picture is requested from the store once, and is there as soon as this node has made it', async () => {
      const requested: string[] = [];
      const get: OpenedBuildStore['bucket']['get'] = (key, options) => {
        requested.push(key);
        return store.bucket.get(key, options);
      };
      const cache = createFileCache({
        folder: createTemporaryFolder(),
        maxBytes: 1_000_000,
        now: () => new Date(),
        log,
      });
      const files = createStoredPictureFiles(
        { bucket: { ...store.bucket, get }, files: cache },
        { read: async () => undefined },
      );
      const hash = '3'.repeat(32);
      for (let times = 0; times < 3; times += 1) expect(await files.read(hash, '320.avif')).toBeUndefined();
      expect(requested).toEqual([`_pictures/${hash}/320.avif`]);
      await files.write(hash, [{ name: '320.avif', bytes: Buffer.from('made') }]);
      expect((await files.read(hash, '320.avif'))?.toString()).toBe('made');
      await files.remove(hash);
    });

    test('a damaged picture is never sent', async () => {
      const hash = '0'.repeat(32);
      await store.bucket.putText(`_pictures/${hash}/320.avif`, 'damaged');
      expect(await get(`/pictures/${hash}/320.avif`)).toMatchObject({ statusCode: 503 });
    });

    test('files from before the object store are still sent', async () => {
      const folder = join(nodeFolder, 'pictures', '1'.repeat(32));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, '320.avif'), 'old');
      expect((await get(`/pictures/${'1'.repeat(32)}/320.avif`)).body).toBe('old');
    });

    test('metrics count copies and calls; without the store, copies are sent and others answer 503', async () => {
      await run('add', game, 'stable', writeBuild({ known: 'known', unknown: 'unknown' }), '--os', 'linux');
      const address = await requestDownload('Linux');
      expect((await get(`${address}known`)).body).toBe('known');
      const download = async (target: string): Promise<boolean> => {
        writeFileSync(target, 'copy');
        return true;
      };
      const wanted = { name: 'gem/file', download };
      await store.files.load(wanted);
      await store.files.load(wanted);
      await s3.stop();
      try {
        expect((await get(`${address}known`)).body).toBe('known');
        const reply = await get(`${address}unknown`);
        expect(reply.statusCode).toBe(503);
        expect(reply.headers['retry-after']).toBeDefined();
        expect(reply.headers['content-disposition']).toBeUndefined();
        expect((await get(`/pictures/${'2'.repeat(32)}/320.avif`)).statusCode).toBe(503);
        await expect(store.bucket.list('')).rejects.toThrow(ObjectStoreError);
        expect(await checkPictures(server.database, { dataDir: nodeFolder, store })).toMatchObject([
          { verdict: 'warning' },
        ]);
        expect(await checkDesktopBuilds(server.database, { dataDir: nodeFolder, gamesStore })).toMatchObject([
          { verdict: 'warning' },
        ]);
      } finally {
        await s3.start();
      }
      await eventually(async () => (await get(`${address}unknown`)).body === 'unknown');
      const text = await metrics.text();
      expect(text).toMatch(/fxid_games_cache_reads_total\{outcome="miss"\} 1\n/);
      expect(text).toMatch(/fxid_games_cache_reads_total\{outcome="hit"\} 1\n/);
      expect(text).toMatch(/fxid_games_cache_downloaded_bytes_total 4\n/);
      expect(text).toMatch(/fxid_games_cache_bytes 4\n/);
      expect(text).toMatch(/fxid_games_cache_max_bytes 1\d+\n/);
      expect(text).toMatch(/fxid_object_store_calls_total\{method="put",outcome="ok"\} [1-9]/);
      expect(text).toMatch(/fxid_object_store_calls_total\{method="list",outcome="unreachable"\} [1-9]/);
      expect(text).toMatch(/fxid_object_store_seconds_count\{method="list"\} [1-9]/);
    });
  },
);
