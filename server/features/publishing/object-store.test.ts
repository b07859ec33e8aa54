import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMissingS3Server } from '#scripts/testing/programs.ts';
import { createS3Bucket, type S3Settings } from '#server/build-store/s3-bucket.ts';
import { checkGameFiles } from '#server/checking/check-game-files.ts';
import type { Config } from '#server/config.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startS3Server, type S3Server } from '#server/testing/start-s3-server.ts';

const missing = describeMissingS3Server();

describe.skipIf(missing !== undefined)(
  `builds in an object store${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let s3: S3Server;
    let portal: PublishingTest;
    let settings: S3Settings;

    beforeAll(async () => {
      s3 = await startS3Server();
      portal = await createPublishingTest(undefined, s3.env);
      if (!portal.config.gamesStore) throw new Error('The object store is not set up.');
      settings = portal.config.gamesStore;
    });
    afterAll(async () => {
      await portal[Symbol.asyncDispose]();
      await s3[Symbol.asyncDispose]();
    });

    /** Another node, without any file. */
    const createNode = (): Config => ({ ...portal.config, dataDir: createTemporaryFolder() });
    const openBucket = () => createS3Bucket(settings);
    const listKeys = async (game: string): Promise<string[]> => {
      const objects = await openBucket().list(`${game}/`);
      return objects.map(({ key }) => key);
    };
    const page = (text: string): Record<string, string> => ({
      'index.html': `<canvas></canvas>${text}`,
      'sounds/a b+c&ü.ogg': 'sound',
      'level.json': `{"level":"${text}"}`,
    });

    test('nodes without files serve a build, its ranges and its earlier numbers', async () => {
      await portal.run(['add', 'ranger', portal.folder(page('one'))]);
      await portal.run(['add', 'ranger', portal.folder(page('two'))]);
      const node = createNode();
      expect(await portal.get('ranger', '/', {}, node)).toMatchObject({ status: 200, body: '<canvas></canvas>two' });
      expect(await portal.get('ranger', '/builds/1/level.json', {}, node)).toMatchObject({
        status: 200,
        body: '{"level":"one"}',
      });
      const sound = `/sounds/${encodeURIComponent('a b+c&ü.ogg')}`;
      expect(await portal.get('ranger', sound, { range: 'bytes=1-2' }, node)).toMatchObject({
        status: 206,
        body: 'ou',
      });
      const [one, other] = [
        await portal.get('ranger', '/level.json', {}, node),
        await portal.get('ranger', '/level.json', {}, createNode()),
      ];
      expect(one.headers['etag']).toBe(other.headers['etag']);
      expect(one.headers['last-modified']).toBe(other.headers['last-modified']);
      const again = await portal.get('ranger', '/level.json', { 'if-none-match': String(one.headers['etag']) }, node);
      expect(again.status).toBe(304);
      expect((await portal.get('ranger', '/none.json', {}, node)).status).toBe(404);
      expect((await portal.get('ranger', '/.manifest.json', {}, node)).status).not.toBe(200);
      expect(existsSync(join(portal.config.dataDir, 'games'))).toBe(false);
    });

    test('equal contents are stored once; roll back, prune and remove', async () => {
      await portal.run(['add', 'keeper', portal.folder(page('one'))]);
      await portal.run(['add', 'keeper', portal.folder(page('two'))]);
      // Two manifests, two pages, two levels, one sound.
      expect(await listKeys('keeper')).toHaveLength(7);
      expect(await portal.run(['rollback', 'keeper'])).toContain('Build 1 of keeper is live again, as build 3');
      expect(await listKeys('keeper')).toHaveLength(7);
      expect((await portal.get('keeper', '/', {}, createNode())).body).toContain('one');
      expect(await portal.run(['builds', 'keeper'])).toMatch(/build 3 {2}live .* 3 files/);
      expect(await portal.run(['prune', 'keeper', '--keep', '0'])).toContain('Removed: build 1, 2');
      // Build 3 has the hash of build 1, so its files stay.
      expect(await listKeys('keeper')).toHaveLength(4);
      expect((await portal.get('keeper', '/level.json', {}, createNode())).body).toBe('{"level":"one"}');
      await portal.run(['remove', 'keeper', '--yes']);
      expect(await listKeys('keeper')).toEqual([]);
    });

    test('drafts are previewed, published and discarded', async () => {
      await portal.run(['add', 'drafter', portal.folder(page('live'))]);
      const said = await portal.run(['add', 'drafter', portal.folder(page('draft')), '--draft']);
      const token = /preview=(\S+)/.exec(said)?.[1] ?? '';
      const preview = await portal.get('drafter', `/.fxid/preview/${token}/level.json`, {}, createNode());
      expect(preview).toMatchObject({ status: 200, body: '{"level":"draft"}' });
      expect((await portal.get('drafter', '/', {}, createNode())).body).toContain('live');
      await portal.run(['publish', 'drafter']);
      expect((await portal.get('drafter', '/', {}, createNode())).body).toContain('draft');
      // A new draft may get the number of a discarded one; a node with its files serves the new ones.
      const node = createNode();
      const bodies: string[] = [];
      for (const text of ['first', 'second']) {
        const link = await portal.run(['add', 'drafter', portal.folder(page(text)), '--draft']);
        const [, number = ''] = /Build (\d+) of drafter is a draft/.exec(link) ?? [];
        const address = `/.fxid/preview/${/preview=(\S+)/.exec(link)?.[1]}/level.json`;
        bodies.push((await portal.get('drafter', address, {}, node)).body);
        await portal.run(['discard', 'drafter', number]);
      }
      expect(bodies).toEqual(['{"level":"first"}', '{"level":"second"}']);
      expect(await listKeys('drafter')).toHaveLength(7);
    });

    test('a Unity build gets its page from the manifest', async () => {
      const build = { 'Build/g.loader.js': 'l', 'Build/g.data': 'd', 'Build/g.framework.js': 'f', 'Build/g.wasm': 'w' };
      await portal.run(['add', 'unity-game', portal.folder(build)]);
      const node = createNode();
      const { status, body } = await portal.get('unity-game', '/', {}, node);
      expect(status).toBe(200);
      expect(body).toContain('Build/g.loader.js');
      expect((await portal.get('unity-game', '/Build/g.wasm', {}, node)).body).toBe('w');
      const address = /"(\/builds\/[0-9a-f]{64}-[0-9a-f]{16}\/Build\/g\.wasm)"/.exec(body)?.[1] ?? '';
      expect(await portal.get('unity-game', address, {}, createNode())).toMatchObject({
        status: 200,
        body: 'w',
        headers: { 'cache-control': expect.stringContaining('immutable') as string },
      });
    });

    test('damaged content is never served', async () => {
      await portal.run(['add', 'damaged', portal.folder(page('whole'))]);
      const { key = '' } = (await openBucket().list('damaged/files/')).find(({ bytes }) => bytes === 5) ?? {};
      await openBucket().putText(key, 'wrong');
      const sound = await portal.get('damaged', `/sounds/${encodeURIComponent('a b+c&ü.ogg')}`, {}, createNode());
      expect(sound).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) as string } });
      expect((await portal.get('damaged', '/', {}, createNode())).status).toBe(200);
    });

    test('without the store, cached files are served, others answer 503, and a failed upload changes nothing', async () => {
      await portal.run(['add', 'outage', portal.folder(page('one'))]);
      const node = createNode();
      expect((await portal.get('outage', '/level.json', {}, node)).status).toBe(200);
      expect(await checkGameFiles(portal.server.database, portal.config)).toMatchObject([{ verdict: 'ok' }]);
      await s3.stop();
      try {
        expect((await portal.get('outage', '/level.json', {}, node)).body).toBe('{"level":"one"}');
        expect(await portal.get('outage', '/', {}, node)).toMatchObject({
          status: 503,
          headers: { 'retry-after': expect.any(String) as string },
        });
        const files = page('two');
        await expect(portal.run(['add', 'outage', portal.folder(files)])).rejects.toThrow(/can't be reached/);
        await expect(portal.run(['remove', 'outage', '--yes'])).rejects.toThrow(/can't be reached/);
        expect(await checkGameFiles(portal.server.database, portal.config)).toMatchObject([{ verdict: 'warning' }]);
      } finally {
        await s3.start();
      }
      // A connection of the last run may fail once.
      await eventually(async () => (await portal.get('outage', '/', {}, node)).body.includes('one'));
    });

    test('prune removes objects that a killed upload left', async () => {
      await portal.run(['add', 'killed', portal.folder(page('one'))]);
      await openBucket().putText(`killed/files/${'0'.repeat(64)}`, 'left');
      await openBucket().putText(`killed/builds/${'1'.repeat(64)}.json`, '{}');
      await portal.run(['prune', 'killed', '--keep', '1']);
      expect(await listKeys('killed')).toHaveLength(4);
      expect((await portal.get('killed', '/', {}, createNode())).status).toBe(200);
    });

    test('a wrong key or bucket is named', async () => {
      await expect(createS3Bucket({ ...settings, accessKeyId: 'wrong' }).probe()).rejects.toThrow(
        /s3:\/\/builds\/portal answered 403 InvalidAccessKeyId/,
      );
      await expect(createS3Bucket({ ...settings, bucket: 'none' }).probe()).rejects.toThrow(
        /The bucket none does not exist/,
      );
    });
  },
);
