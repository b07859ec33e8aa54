import { readFile } from 'node:fs/promises';
import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { downloadObject } from '#server/build-store/read-object.ts';
import { forEachAtOnce } from '#server/build-store/s3-bucket.ts';
import { maxPictureBytes } from './make-variants.ts';
import type { PictureFiles } from './picture-files.ts';

/** No game can have this name. */
const prefix = '_pictures/';
const uploadsAtOnce = 8;

/** Without a hash: the beginning of all keys. */
export const buildPictureKey = (hash?: string, name = ''): string =>
  hash === undefined ? prefix : `${prefix}${hash}/${name}`;

/** @param folder has pictures from before the object store */
export function createStoredPictureFiles(
  { bucket, files: cache }: Pick<OpenedBuildStore, 'bucket' | 'files'>,
  folder: Pick<PictureFiles, 'read'>,
): PictureFiles {
  const listObjects = (hash: string) => bucket.list(buildPictureKey(hash));
  return {
    write: (hash, files) =>
      forEachAtOnce(files, uploadsAtOnce, ({ name, bytes }) => bucket.putBytes(buildPictureKey(hash, name), bytes)),
    read: async (hash, name) => {
      const before = await folder.read(hash, name);
      if (before) return before;
      const key = buildPictureKey(hash, name);
      const object = { key, label: `the picture ${hash}/${name}`, bytes: maxPictureBytes };
      const copy = await cache.load({ name: key, download: (target) => downloadObject(bucket, object, target) });
      return copy === undefined ? undefined : readFile(copy);
    },
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
