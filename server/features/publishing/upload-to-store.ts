// Runs `npm run games -- upload`: copies what is only in the data folder to the object store. It changes nothing in the
// folder or the database, and can be repeated.
import { join } from 'node:path';
import { buildDesktopKey, listDesktopFiles, maxDesktopFileBytes } from '#server/build-store/desktop-files.ts';
import { hashBuild } from '#server/build-store/build-manifest.ts';
import { openBuildStore, type OpenedBuildStore } from '#server/build-store/open-build-store.ts';
import { ObjectStoreError } from '#server/build-store/s3-bucket.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { uploadPictures } from '#server/features/pictures/upload-pictures.ts';
import { pathExists } from '#server/missing-files.ts';
import { formatBytes } from './format-build-list.ts';
import {
  getBuildUrlPath,
  liveBuildUrlPath,
  locateBuildsFolder,
  locateDraftFolder,
  locateInstallableFile,
} from './game-paths.ts';
import { listGameFiles } from './list-game-files.ts';
import { hashGameFile, hashGameFiles } from './stored-build-files.ts';
import { withGameLock } from './with-game-lock.ts';

type UploadDeps = Pick<DatabaseCommandDeps, 'config' | 'database' | 'log' | 'now' | 'report'>;

interface Upload extends UploadDeps {
  readonly store: OpenedBuildStore;
  readonly faults: string[];
}

/** @param wanted absent: all games, and the pictures */
export async function uploadToStore(wanted: string | undefined, deps: UploadDeps): Promise<void> {
  const { config, database, report } = deps;
  const store = openBuildStore(config, deps);
  if (!store) throw new Error('GAMES_STORE is not set. Set it to the bucket that the files should go to.');
  await store.bucket.probe();
  const upload: Upload = { ...deps, store, faults: [] };
  const rows = await database.kysely.selectFrom('games').select('game').orderBy('game').execute();
  const games = wanted === undefined ? rows.map(({ game }) => game) : [wanted];
  for (const [index, game] of games.entries()) {
    const tell = (text: string): void => report(`[${index + 1}/${games.length}] ${game}: ${text}`);
    await withGameLock(database, game, async () => {
      await uploadBuilds(game, tell, upload);
      await uploadDesktopFiles(game, tell, upload);
    });
  }
  if (wanted === undefined) {
    const uploaded = await uploadPictures({ database, dataDir: config.dataDir, bucket: store.bucket });
    report(`${uploaded} ${uploaded === 1 ? 'picture' : 'pictures'} uploaded.`);
  }
  for (const fault of upload.faults) report(fault);
  if (upload.faults.length > 0)
    throw new Error(`Not everything is in ${store.bucket.name}: see the lines above. The rest was uploaded.`);
  report(`Everything is in ${store.bucket.name}.`);
}

async function uploadBuilds(game: string, tell: (text: string) => void, upload: Upload): Promise<void> {
  const { database, config, store, faults } = upload;
  const stored = new Set(await store.store.listBuilds(game));
  const builds = await listOwnBuilds(game, upload);
  const bySha = Map.groupBy(builds, ({ sha }) => sha);
  let alreadyThere = 0;
  for (const [sha, same] of bySha) {
    if (stored.has(sha)) {
      alreadyThere += 1;
      continue;
    }
    const name = same.map(({ type, number }) => `${type} ${number}`).join(', ');
    // The newest first: browsers know the times of its files.
    const folder = await findFolder(same.map(({ folder: each }) => each).toReversed());
    if (folder === undefined) {
      faults.push(`${game}, ${name}: there are no files in ${join(config.dataDir, 'games')}.`);
      continue;
    }
    const listed = await listGameFiles(folder);
    const files = await hashGameFiles(listed);
    if (hashBuild(files) !== sha) {
      faults.push(`${game}, ${name}: the files in ${folder} have changed since it was added. Add it again.`);
      continue;
    }
    await store.store.upload(game, files);
    tell(`${name} uploaded, ${files.length} files, ${formatBytes(listed.bytes)}.`);
  }
  if (alreadyThere > 0) tell(`${alreadyThere} ${alreadyThere === 1 ? 'build was' : 'builds were'} there already.`);

  async function listOwnBuilds(name: string, { config: { dataDir } }: Upload) {
    const live = await database.kysely
      .selectFrom('builds')
      .select(['build_number', 'sha', 'url'])
      .where('game', '=', name)
      .orderBy('build_number')
      .execute();
    const drafts = await database.kysely
      .selectFrom('build_drafts')
      .select(['build_number', 'sha'])
      .where('game', '=', name)
      .orderBy('build_number')
      .execute();
    return [
      // A row with another address was written by hand.
      ...live
        .filter(({ url, build_number }) => url === liveBuildUrlPath || url === getBuildUrlPath(build_number))
        .map(({ build_number: number, sha }) => ({
          type: 'build',
          number,
          sha,
          folder: join(locateBuildsFolder(dataDir, name), String(number)),
        })),
      ...drafts.map(({ build_number: number, sha }) => ({
        type: 'draft',
        number,
        sha,
        folder: locateDraftFolder(dataDir, name, number),
      })),
    ];
  }
}

async function uploadDesktopFiles(
  game: string,
  tell: (text: string) => void,
  { database, config, store: { bucket }, faults }: Upload,
): Promise<void> {
  const files = await database.kysely
    .selectFrom('branch_build_files')
    .innerJoin('branch_builds', 'branch_builds.build_id', 'branch_build_files.build_id')
    .select(['sha256', 'branch_build_files.bytes'])
    .distinct()
    .where('game', '=', game)
    .execute();
  if (files.length === 0) return;
  const before = await listDesktopFiles(bucket, game);
  const uploaded: typeof files = [];
  let missing = 0;
  for (const { sha256, bytes } of files.filter((file) => before.get(file.sha256) !== file.bytes)) {
    const path = locateInstallableFile(config.dataDir, game, sha256);
    if (!(await pathExists(path))) missing += 1;
    else if (bytes > maxDesktopFileBytes)
      faults.push(
        `${game}: ${path} has more than 5 GB. Host its desktop build elsewhere, and add its https:// address.`,
      );
    else if ((await hashGameFile({ path, from: path, bytes })) === sha256) {
      await bucket.putFile(buildDesktopKey(game, sha256), { path, bytes, sha256 });
      uploaded.push({ sha256, bytes });
    } else faults.push(`${game}: ${path} is damaged. Add its desktop build again.`);
  }
  const after = await listDesktopFiles(bucket, game);
  if (uploaded.some(({ sha256, bytes }) => after.get(sha256) !== bytes))
    throw new ObjectStoreError(`${bucket.name} did not store all desktop files of ${game} completely`);
  const bytes = uploaded.reduce((sum, file) => sum + file.bytes, 0);
  tell(`${uploaded.length} of ${files.length} desktop files uploaded, ${formatBytes(bytes)}.`);
  if (missing > 0) faults.push(`${game}: ${missing} desktop files are not in ${join(config.dataDir, 'games')}.`);
}

async function findFolder(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) if (await pathExists(folder)) return folder;
  return undefined;
}
