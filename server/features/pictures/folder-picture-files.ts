// Pictures in DATA_DIR/pictures/<hash>/<width>.<type>. Files are written to a temporary folder and renamed, so that no
// partial file is served.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { missingAs } from '#server/missing-files.ts';
import type { PictureFiles } from './picture-files.ts';
import { locatePictureFolder, locatePicturesFolder } from './picture-paths.ts';

export function createFolderPictureFiles(dataDir: string): PictureFiles {
  const folder = locatePicturesFolder(dataDir);
  const list = (): Promise<string[]> => readdir(folder).catch(missingAs([]));
  const findTime = async (hash: string): Promise<Date | undefined> =>
    (await stat(locatePictureFolder(dataDir, hash)).catch(missingAs(undefined)))?.mtime;
  return {
    write: async (hash, files) => {
      const place = locatePictureFolder(dataDir, hash);
      const aside = join(folder, `.making-${randomUUID()}`);
      await mkdir(aside, { recursive: true });
      try {
        for (const { name, bytes } of files) await writeFile(join(aside, name), bytes);
        await rm(place, { recursive: true, force: true });
        await rename(aside, place).catch((error: NodeJS.ErrnoException) => {
          // Another node has stored the same picture.
          if (!['EEXIST', 'ENOTEMPTY'].includes(error.code ?? '')) throw error;
        });
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
    },
    read: (hash, name) => readFile(join(locatePictureFolder(dataDir, hash), name)).catch(missingAs(undefined)),
    // Folders appear with all their files.
    has: async (hash) => (await findTime(hash)) !== undefined,
    listComplete: list,
    list,
    findTime,
    remove: (hash) => rm(locatePictureFolder(dataDir, hash), { recursive: true, force: true }),
  };
}
