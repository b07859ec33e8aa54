import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { BuildStore, UploadedFile } from '#server/build-store/build-store.ts';
import type { Database } from '#server/db/database.ts';
import type { BuildFiles, BuildReference } from './build-files.ts';
import { locateGameFolder } from './game-paths.ts';
import type { GameFile, GameFiles } from './list-game-files.ts';

/**
 * Builds are stored by their hash, and rows of the database refer to it. So a roll back or a published draft moves no
 * files, and a killed command leaves at most objects without a row, which `keepOnly` removes.
 */
export function createStoredBuildFiles(
  store: BuildStore,
  { database: { kysely }, dataDir }: { readonly database: Pick<Database, 'kysely'>; readonly dataDir: string },
): BuildFiles {
  const listRows = (game: string, type: BuildReference['type']) =>
    kysely
      .selectFrom(type === 'draft' ? 'build_drafts' : 'builds')
      .select(['build_number', 'sha'])
      .where('game', '=', game)
      .orderBy('build_number', 'desc')
      .execute();
  const findHash = async (game: string, { type, number }: BuildReference): Promise<string> => {
    const row = (await listRows(game, type)).find(({ build_number }) => build_number === number);
    return row?.sha ?? '';
  };
  const readManifest = async (game: string, build: BuildReference) => {
    const sha = await findHash(game, build);
    const manifest = await store.readManifest(game, sha);
    if (!manifest) throw new Error(`The files of build ${build.number} of ${game} are not in ${store.name}.`);
    return { sha, manifest };
  };
  const removeUnreferenced = async (game: string): Promise<void> => {
    const rows = [...(await listRows(game, 'build')), ...(await listRows(game, 'draft'))];
    await store.keepOnly(game, new Set(rows.map(({ sha }) => sha)));
  };
  const doNothing = async (): Promise<void> => undefined;

  return {
    stage: async (game, source, now) => {
      const { sha } =
        'build' in source
          ? await readManifest(game, { type: 'build', number: source.build })
          : await store.upload(game, await hashGameFiles(source, now));
      return { sha, place: doNothing, undo: doNothing, end: doNothing };
    },
    list: async (game, type) => {
      const stored = new Set(await store.listBuilds(game));
      return (await listRows(game, type)).filter(({ sha }) => stored.has(sha)).map(({ build_number }) => build_number);
    },
    measure: async (game, build) => {
      const { files } = (await readManifest(game, build)).manifest;
      return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    publishDraft: async () => doNothing,
    repairDraft: doNothing,
    keepOnly: async (game) => {
      await removeUnreferenced(game);
      return [];
    },
    removeDraft: removeUnreferenced,
    removeGame: async (game) => {
      await store.removeGame(game);
      // Files from before the object store.
      await rm(locateGameFolder(dataDir, game), { recursive: true, force: true });
    },
    describePlace: () => store.name,
  };
}

/** @param newestAt the time of the newest file; the others keep their distance to it. Absent: all keep their time. */
export async function hashGameFiles({ files }: GameFiles, newestAt?: Date): Promise<UploadedFile[]> {
  const newestMs = files.reduce((most, { changedMs }) => Math.max(most, changedMs), 0);
  const addedMs = newestAt === undefined ? 0 : newestAt.getTime() - newestMs;
  const hashed: UploadedFile[] = [];
  for (const file of files) {
    const { path, from, bytes, changedMs } = file;
    hashed.push({
      path,
      from,
      bytes,
      modifiedMs: addedMs + changedMs,
      sha256: await hashGameFile(file),
    });
  }
  return hashed;
}

export async function hashGameFile({ path, from, bytes }: Pick<GameFile, 'path' | 'from' | 'bytes'>): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    read += chunk.length;
  }
  if (read !== bytes) throw new Error(`${path} changed while it was being read. Try again when the build has ended.`);
  return hash.digest('hex');
}
