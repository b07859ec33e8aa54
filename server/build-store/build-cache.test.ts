import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createBuildCache } from './build-cache.ts';
import { hashBuild, parseBuildManifest, type ManifestFile } from './build-manifest.ts';
import { createFileCache } from './file-cache.ts';
import { ObjectStoreError } from './s3-bucket.ts';

const toEntry = ([path, text]: [string, string]): ManifestFile => ({
  path,
  bytes: text.length,
  modifiedMs: Date.parse('2026-01-01T00:00:00Z'),
  sha256: createHash('sha256').update(text).digest('hex'),
});

function createScenario(contents: Readonly<Record<string, string>>, maxBytes = 1_000_000) {
  const folder = createTemporaryFolder();
  const files = Object.entries(contents).map(toEntry);
  const sha = hashBuild(files);
  const downloads: string[] = [];
  const reads: string[] = [];
  const state = { nowMs: Date.parse('2026-02-01T00:00:00Z'), isDown: false, removedBytes: 0 };
  const open = () =>
    createBuildCache(
      {
        readManifest: async (_, wanted) => {
          if (state.isDown) throw new ObjectStoreError('down');
          return wanted === sha ? { format: 1, files } : undefined;
        },
        download: async (_, { path }, target) => {
          if (state.isDown) throw new ObjectStoreError('down');
          downloads.push(path);
          await writeFile(target, contents[path] ?? '');
        },
      },
      createFileCache({
        folder,
        maxBytes,
        now: () => new Date(state.nowMs),
        log: createLog({ level: 'silent' }),
        observe: {
          read: (outcome) => void reads.push(outcome),
          downloaded: () => undefined,
          removed: (bytes) => void (state.removedBytes += bytes),
        },
      }),
    );
  return {
    reads,
    folder,
    sha,
    downloads,
    state,
    open,
    locate: (path: string) => join(folder, 'gem', 'builds', sha, path),
  };
}

test('downloads a file once for many requests, with the time of the manifest', async () => {
  const { sha, downloads, open, locate } = createScenario({ 'a/b.txt': 'content' });
  const cache = open();
  await Promise.all(Array.from({ length: 5 }, () => cache.load('gem', sha, 'a/b.txt')));
  expect(downloads).toEqual(['a/b.txt']);
  expect(readFileSync(locate('a/b.txt'), 'utf8')).toBe('content');
  expect(statSync(locate('a/b.txt')).mtime.toISOString()).toBe('2026-01-01T00:00:00.000Z');
  expect(await cache.load('gem', sha, 'none.txt')).toBeUndefined();
  expect(await cache.load('gem', '0'.repeat(64), 'a/b.txt')).toBeUndefined();
});

test('a restarted node serves its files while the store is down', async () => {
  const { sha, state, open, reads } = createScenario({ 'one.txt': '1', 'two.txt': '2' });
  await open().load('gem', sha, 'one.txt');
  state.isDown = true;
  const restarted = open();
  expect(await restarted.load('gem', sha, 'one.txt')).toContain(sha);
  await expect(restarted.load('gem', sha, 'two.txt')).rejects.toThrow(ObjectStoreError);
  state.isDown = false;
  expect(await restarted.load('gem', sha, 'two.txt')).toContain(sha);
  expect(reads).toEqual(['miss', 'hit', 'failed', 'miss']);
});

test('a full cache removes what was not used for the longest time, and keeps what is in use', async () => {
  const text = 'x'.repeat(1000);
  const names = ['one', 'two', 'three', 'four'];
  const contents = Object.fromEntries(names.map((name, index) => [name, text + 'y'.repeat(index)]));
  const { sha, state, open, locate } = createScenario(contents, 4100);
  const cache = open();
  const hourMs = 3_600_000;
  for (const name of ['one', 'two']) {
    await cache.load('gem', sha, name);
    state.nowMs += hourMs;
  }
  await cache.load('gem', sha, 'one');
  state.nowMs += hourMs;
  await cache.load('gem', sha, 'three');
  await cache.load('gem', sha, 'four');
  expect(names.map((name) => [name, existsSync(locate(name))])).toEqual([
    ['one', true],
    ['two', false],
    ['three', true],
    ['four', true],
  ]);
  await cache.load('gem', sha, 'two');
  expect(names.map((name) => existsSync(locate(name)))).toEqual([false, true, true, true]);
  expect(state.removedBytes).toBe(2001);
});

/** Writing to this device fails as on a full disk. */
const fullDevice = '/dev/full';

test.skipIf(!existsSync(fullDevice))(
  'on a full disk, unused copies make room; without any the file is unavailable',
  async () => {
    const folder = createTemporaryFolder();
    let nowMs = Date.parse('2026-02-01T00:00:00Z');
    const cache = createFileCache({
      folder,
      maxBytes: 1_000_000,
      now: () => new Date(nowMs),
      log: createLog({ level: 'silent' }),
    });
    const isStored = (name: string): boolean => existsSync(join(folder, name));
    const wanted = (name: string) => ({
      name,
      download: async (target: string) => {
        // The disk has space for one copy.
        await writeFile(isStored('gem/first') && name !== 'gem/first' ? fullDevice : target, name);
        return true;
      },
    });
    await cache.load(wanted('gem/first'));
    await expect(cache.load(wanted('gem/second'))).rejects.toThrow(ObjectStoreError);
    expect([isStored('gem/first'), isStored('gem/second')]).toEqual([true, false]);
    nowMs += 3_600_000;
    expect(await cache.load(wanted('gem/second'))).toBe(join(folder, 'gem/second'));
    expect([isStored('gem/first'), isStored('gem/second')]).toEqual([false, true]);
  },
);

test('a copy of another size is downloaded again', async () => {
  const { sha, downloads, open, locate } = createScenario({ 'a.txt': 'content' });
  const cache = open();
  await cache.load('gem', sha, 'a.txt');
  writeFileSync(locate('a.txt'), 'cut');
  await cache.load('gem', sha, 'a.txt');
  expect(downloads).toHaveLength(2);
});

test.each(['../escape', 'a/../../b', '.hidden', 'a//b', '/root', 'a\\..\\b'])(
  'rejects a manifest with the path %s',
  (path) => {
    const files = [toEntry([path, 'content'])];
    expect(parseBuildManifest(JSON.stringify({ format: 1, files }), hashBuild(files))).toBeUndefined();
  },
);

test('rejects a manifest of another build', () => {
  const files = [toEntry(['a.txt', 'content'])];
  const text = JSON.stringify({ format: 1, files });
  expect(parseBuildManifest(text, hashBuild(files))).toMatchObject({ files: [{ path: 'a.txt' }] });
  expect(parseBuildManifest(text, '0'.repeat(64))).toBeUndefined();
  expect(parseBuildManifest(text.slice(1), hashBuild(files))).toBeUndefined();
});
