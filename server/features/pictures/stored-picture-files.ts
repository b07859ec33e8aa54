import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { downloadObject } from '#server/build-store/read-object.ts';
import { forEachAtOnce } from '#server/build-store/s3-bucket.ts';
import { maxPictureBytes } from './make-variants.ts';
import type { PictureFiles } from './picture-files.ts';
import { largestVariantName } from './picture-paths.ts';

/** No game can have this name. */
const prefix = '_pictures/';
const uploadsAtOnce = 8;
/** How long the store is not asked again for a file that it doesn't have; another node may make it at any time. */
const missingMs = 5000;
const maxMissing = 10_000;

/** Without a hash: the beginning of all keys. */
export const buildPictureKey = (hash?: string, name = ''): string =>
  hash === undefined ? prefix : `${prefix}${hash}/${name}`;

/** @param folder has pictures from before the object store */
export function createStoredPictureFiles(
  { bucket, files: cache }: Pick<OpenedBuildStore, 'bucket' | 'files'>,
  folder: Pick<PictureFiles, 'read'>,
): PictureFiles {
  const missing = new LRUCache<string, true>({ max: maxMissing, ttl: missingMs });
  const listObjects = (hash: string) => bucket.list(buildPictureKey(hash));
  return {
    write: (hash, files) =>
      putPictureFiles(files, async ({ name, bytes }) => {
        const key = buildPictureKey(hash, name);
        await bucket.putBytes(key, bytes);
        missing.delete(key);
      }),
    read: async (hash, name) => {
      const before = await folder.read(hash, name);
      if (before) return before;
      const key = buildPictureKey(hash, name);
      if (missing.has(key)) return undefined;
      const object = { key, label: `the picture ${hash}/${name}`, bytes: maxPictureBytes };
      const copy = await cache.load({ name: key, download: (target) => downloadObject(bucket, object, target) });
      if (copy !== undefined) return readFile(copy);
      missing.set(key, true);
      return undefined;
    },
    has: async (hash) => (await listObjects(hash)).some(({ key }) => key === buildPictureKey(hash, largestVariantName)),
    listComplete: async () =>
      (await bucket.list(prefix)).flatMap(({ key }) => {
        const [hash = '', name] = key.slice(prefix.length).split('/');
        return name === largestVariantName ? hash : [];
      }),
    list: () => bucket.listFolders(prefix),
    findTime: async (hash) => {
      const times = (await listObjects(hash)).map(({ writtenAt }) => writtenAt.getTime());
      return times.length === 0 ? undefined : new Date(Math.max(...times));
    },
    remove: async (hash) => {
      await bucket.remove((await listObjects(hash)).map(({ key }) => key));
    },
  };
}

/** The largest one is stored last, so a picture that has it is complete. */
export async function putPictureFiles<File extends { readonly name: string }>(
  files: readonly File[],
  put: (file: File) => Promise<void>,
): Promise<void> {
  const isLast = ({ name }: File): boolean => name === largestVariantName;
  await forEachAtOnce(
    files.filter((file) => !isLast(file)),
    uploadsAtOnce,
    put,
  );
  for (const last of files.filter(isLast)) await put(last);
}
