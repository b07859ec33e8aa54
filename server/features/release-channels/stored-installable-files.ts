// Files of installable builds in the object store. Nodes keep copies of small ones, and pass large ones on: a player who
// waits for gigabytes before the first byte would give up, and a copy would push games out of the cache.
import { createReadStream } from 'node:fs';
import { buildDesktopKey, listDesktopFiles, maxDesktopFileBytes } from '#server/build-store/desktop-files.ts';
import type { OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { downloadObject, streamObject } from '#server/build-store/read-object.ts';
import { forEachAtOnce, ObjectStoreError } from '#server/build-store/s3-bucket.ts';
import {
  hashInstallableFile,
  isExecutable,
  type InstallableFile,
  type InstallableFiles,
  type StoredFile,
} from './installable-files.ts';

const maxCopiedBytes = 32 * 1024 * 1024;
const uploadsAtOnce = 8;

/** @param folder has files from before the object store */
export function createStoredInstallableFiles(
  { bucket, files: cache }: Pick<OpenedBuildStore, 'bucket'> & Partial<Pick<OpenedBuildStore, 'files'>>,
  folder: Pick<InstallableFiles, 'read'>,
): InstallableFiles {
  const listSizes = (game: string): Promise<Map<string, number>> => listDesktopFiles(bucket, game);
  const describe = ({ game, sha256, bytes }: InstallableFile) => ({
    key: buildDesktopKey(game, sha256),
    label: `a desktop file of ${game}`,
    sha256,
    bytes,
  });

  return {
    listSizes,
    store: async ({ files }, game) => {
      const large = files.find(({ bytes }) => bytes > maxDesktopFileBytes);
      if (large)
        throw new Error(`${large.path} has more than 5 GB. Host the build elsewhere, and add its https:// address.`);
      const before = await listSizes(game);
      const stored: StoredFile[] = [];
      await forEachAtOnce(files, uploadsAtOnce, async (file) => {
        const hashed = await hashInstallableFile(file.from);
        if (hashed.bytes !== file.bytes) throw new Error(`${file.path} changed while it was being read. Try again.`);
        if (before.get(hashed.sha256) !== hashed.bytes)
          await bucket.putFile(buildDesktopKey(game, hashed.sha256), { path: file.from, ...hashed });
        stored.push({ path: file.path, ...hashed, executable: await isExecutable(file) });
      });
      const after = await listSizes(game);
      const wrong = stored.find(({ sha256, bytes }) => after.get(sha256) !== bytes);
      if (wrong) throw new ObjectStoreError(`${bucket.name} did not store ${wrong.path} completely`);
      return stored;
    },
    keepOnly: async (game, used) => {
      const unused = [...(await listSizes(game)).keys()].filter((sha256) => !used.has(sha256));
      await bucket.remove(unused.map((sha256) => buildDesktopKey(game, sha256)));
      return unused.length;
    },
    read: async (file, { start, end }) => {
      const before = await folder.read(file, { start, end });
      if (before) return before;
      const object = describe(file);
      if (!cache || file.bytes > maxCopiedBytes) return streamObject(bucket, object, { start, end });
      const copy = await cache.load({
        name: object.key,
        bytes: file.bytes,
        download: (target) => downloadObject(bucket, object, target),
      });
      return copy === undefined ? undefined : createReadStream(copy, { start, end });
    },
  };
}
