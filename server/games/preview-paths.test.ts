import { expect, test } from 'vitest';
import { cachePreviewReader, readPreviewPath, findPreviewTokenInReferrer, type Preview } from './preview-paths.ts';

const preview: Preview = { buildNumber: 2, buildType: 'Iframe', expiresAt: new Date('2027-01-01') };

test('a node reads a preview again after a few seconds, so a revoked link ends on every node', async () => {
  let nowMs = 0;
  let known: Preview | undefined = preview;
  let reads = 0;
  const find = cachePreviewReader(
    async () => {
      reads += 1;
      return known;
    },
    () => nowMs,
  );
  for (let times = 0; times < 100; times += 1) expect(await find('game', 'token')).toBe(preview);
  expect(reads).toBe(1);
  known = undefined;
  nowMs = 4999;
  expect(await find('game', 'token')).toBe(preview);
  nowMs = 5000;
  expect(await find('game', 'token')).toBeUndefined();
  await find('other', 'token');
  await find('game', 'other');
  expect(reads).toBe(4);
});

test('a database outage is not cached', async () => {
  let isAway = true;
  const find = cachePreviewReader(
    async () => {
      if (isAway) throw new Error('away');
      return preview;
    },
    () => 0,
  );
  await expect(find('game', 'token')).rejects.toThrow('away');
  isAway = false;
  expect(await find('game', 'token')).toBe(preview);
});

test('distinguishes preview paths from game paths', () => {
  expect(readPreviewPath('.fxid/preview/t/')).toEqual({ token: 't', path: '' });
  expect(readPreviewPath('.fxid/preview/t/a/b.js')).toEqual({ token: 't', path: 'a/b.js' });
  expect(readPreviewPath('.fxid/preview/t')).toEqual({ token: 't', path: undefined });
  for (const path of ['', 'index.html', '.fxid/watch.js', 'preview/t/', 'a/.fxid/preview/t/'])
    expect(readPreviewPath(path), path).toBeUndefined();
  const origin = 'https://game.example';
  const from = (referrer?: string, path = 'a.js') => findPreviewTokenInReferrer(path, referrer, origin);
  expect(from('https://game.example/.fxid/preview/t/a/')).toBe('t');
  for (const referrer of [
    undefined,
    '',
    'no address',
    'https://game.example/',
    'https://other.example/.fxid/preview/t/',
  ])
    expect(from(referrer), referrer).toBeUndefined();
  expect(from('https://game.example/.fxid/preview/t/', '.fxid/watch.js')).toBeUndefined();
});
