import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import type { BuildFiles, BuildReference, BuildSource } from './build-files.ts';
import { copyGameFiles } from './copy-game-files.ts';
import {
  listBuildsOnDisk,
  listDraftsOnDisk,
  locateBuildsFolder,
  locateDraftFolder,
  locateGameFolder,
} from './game-paths.ts';
import { listGameFiles, type GameFiles } from './list-game-files.ts';

/** Each build is a folder. Files are copied to a temporary folder, which is then renamed. */
export function createFolderBuildFiles(dataDir: string, database: Pick<Database, 'kysely'>): BuildFiles {
  const locate = (game: string, { type, number }: BuildReference): string =>
    type === 'draft'
      ? locateDraftFolder(dataDir, game, number)
      : join(locateBuildsFolder(dataDir, game), String(number));
  const list: BuildFiles['list'] = (game, type) =>
    type === 'draft' ? listDraftsOnDisk(dataDir, game) : listBuildsOnDisk(dataDir, game);
  const open = (game: string, source: BuildSource): Promise<GameFiles> | GameFiles =>
    'build' in source ? listGameFiles(locate(game, { type: 'build', number: source.build })) : source;
  const removeEmptyFolders = async (game: string): Promise<void> => {
    await removeFolderIfEmpty(locateBuildsFolder(dataDir, game));
    await removeFolderIfEmpty(dirname(locateDraftFolder(dataDir, game, 0)));
    await removeFolderIfEmpty(locateGameFolder(dataDir, game));
  };
  const move = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  };

  return {
    list,
    stage: async (game, source, now) => {
      const home = locateGameFolder(dataDir, game);
      const aside = join(home, `.adding-${randomUUID()}`);
      const end = async (): Promise<void> => {
        await rm(aside, { recursive: true, force: true });
        await removeEmptyFolders(game);
      };
      let placed: string | undefined;
      try {
        await prepareGameFolder(home);
        const { sha } = await copyGameFiles(await open(game, source), aside, now);
        return {
          sha,
          place: async (as) => {
            placed = locate(game, as);
            await mkdir(dirname(placed), { recursive: true });
            // A killed command may have left a draft's files without a row.
            if (as.type === 'draft') await rm(placed, { recursive: true, force: true });
            await rename(aside, placed);
          },
          undo: async () => {
            if (placed !== undefined) await rm(placed, { recursive: true, force: true });
          },
          end,
        };
      } catch (error) {
        await end();
        throw error;
      }
    },
    measure: async (game, build) => {
      const { files, bytes } = await listGameFiles(locate(game, build));
      return { files: files.length, bytes };
    },
    publishDraft: async (game, draft, number) => {
      const from = locate(game, { type: 'draft', number: draft });
      const to = locate(game, { type: 'build', number });
      await move(from, to);
      await removeFolderIfEmpty(dirname(from));
      return () => move(to, from);
    },
    repairDraft: async (game, draft) => {
      if ((await list(game, 'draft')).includes(draft) || !(await list(game, 'build')).includes(draft)) return;
      const row = await database.kysely
        .selectFrom('builds')
        .select('build_id')
        .where('game', '=', game)
        .where('build_number', '=', draft)
        .executeTakeFirst();
      if (!row)
        await move(locate(game, { type: 'build', number: draft }), locate(game, { type: 'draft', number: draft }));
    },
    keepOnly: async (game, kept) => {
      const removed: number[] = [];
      for (const type of ['build', 'draft'] as const)
        for (const number of (await list(game, type)).filter((each) => !kept[type].includes(each))) {
          await rm(locate(game, { type, number }), { recursive: true, force: true });
          if (type === 'build') removed.push(number);
        }
      await removeFolderIfEmpty(dirname(locateDraftFolder(dataDir, game, 0)));
      return removed;
    },
    removeDraft: async (game, number) => {
      const place = locate(game, { type: 'draft', number });
      await rm(place, { recursive: true, force: true });
      await removeFolderIfEmpty(dirname(place));
    },
    removeGame: (game) => rm(locateGameFolder(dataDir, game), { recursive: true, force: true }),
    describePlace: locate,
  };
}

/** Also removes temporary folders of killed commands. */
async function prepareGameFolder(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  const left = (await readdir(home)).filter((name) => name.startsWith('.adding-'));
  for (const name of left) await rm(join(home, name), { recursive: true, force: true });
}

async function removeFolderIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
  });
}
