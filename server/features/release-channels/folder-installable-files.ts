// Files of installable builds in the game's folder, so that backups contain them and they go with the game.
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { locateInstallableFile, locateInstallableFolder } from '#server/features/publishing/game-paths.ts';
import { missingAs } from '#server/missing-files.ts';
import { hashInstallableFile, isExecutable, type InstallableFiles, type StoredFile } from './installable-files.ts';

export function createFolderInstallableFiles(dataDir: string): InstallableFiles {
  const list = (game: string): Promise<string[]> =>
    readdir(locateInstallableFolder(dataDir, game), { recursive: true }).catch(missingAs([]));
  const isStored = (name: string): boolean => /^[0-9a-f]{64}$/.test(basename(name));
  return {
    store: async ({ files, bytes }, game) => {
      const aside = join(locateInstallableFolder(dataDir, game), `.adding-${randomUUID()}`);
      await mkdir(aside, { recursive: true });
      try {
        const { bavail, bsize } = await statfs(aside);
        if (bavail * bsize < bytes)
          throw new Error(
            `The files need ${bytes} bytes, and the disk of DATA_DIR has ${bavail * bsize} left. Make room.`,
          );
        const stored: StoredFile[] = [];
        for (const file of files) {
          const copy = join(aside, 'file');
          await copyFile(file.from, copy);
          // The server may run as another user than the command.
          await chmod(copy, 0o644);
          const hashed = await hashInstallableFile(copy);
          if (hashed.bytes !== file.bytes)
            throw new Error(`${file.path} changed while it was being copied. Try again.`);
          const place = locateInstallableFile(dataDir, game, hashed.sha256);
          await mkdir(dirname(place), { recursive: true });
          await rename(copy, place);
          stored.push({ path: file.path, ...hashed, executable: await isExecutable(file) });
        }
        return stored;
      } finally {
        await rm(aside, { recursive: true, force: true });
      }
    },
    listSizes: async (game) => {
      const sizes = new Map<string, number>();
      for (const name of (await list(game)).filter(isStored)) {
        const found = await stat(join(locateInstallableFolder(dataDir, game), name)).catch(missingAs(undefined));
        if (found) sizes.set(basename(name), found.size);
      }
      return sizes;
    },
    keepOnly: async (game, used) => {
      const folder = locateInstallableFolder(dataDir, game);
      const names = await list(game);
      const unused = names.filter((name) => isStored(name) && !used.has(basename(name)));
      for (const name of unused) await rm(join(folder, name), { force: true });
      // What killed commands left behind.
      for (const name of names.filter((each) => /^\.adding-[^/\\]+$/.test(each)))
        await rm(join(folder, name), { recursive: true, force: true });
      return unused.length;
    },
    read: async ({ game, sha256 }, { start, end }) => {
      const file = await open(locateInstallableFile(dataDir, game, sha256)).catch(missingAs(undefined));
      return file && createReadStream('', { fd: file, start, end });
    },
  };
}
