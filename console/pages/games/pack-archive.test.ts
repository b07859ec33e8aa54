import { unzipSync, strFromU8 } from 'fflate';
import { expect, test } from 'vitest';
import { packArchive } from './pack-archive.ts';

const signal = new AbortController().signal;

test('an archive has the files of the folder', async () => {
  const done: number[] = [];
  const archive = await packArchive(
    [
      { path: 'index.html', file: new Blob(['<p>hi</p>']) },
      { path: 'bilder/ä.txt', file: new Blob(['x'.repeat(200_000)]) },
      { path: 'empty', file: new Blob([]) },
    ],
    { signal, onProgress: (count) => done.push(count) },
  );
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes).length])).toEqual([
    ['index.html', 9],
    ['bilder/ä.txt', 200_000],
    ['empty', 0],
  ]);
  expect(done).toEqual([1, 2, 3]);
});

test('packing can be stopped', async () => {
  const files = [{ path: 'a', file: new Blob(['a']) }];
  const stopped = packArchive(files, { signal: AbortSignal.abort(), onProgress: () => undefined });
  await expect(stopped).rejects.toThrow('aborted');
});
