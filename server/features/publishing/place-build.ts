// The next build of a game: its files in a folder of their own, and its row. Nobody else places a build of this game at the
// same time: whoever calls holds the lock of the game.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import { copyGameFiles } from './copy-game-files.ts';
import { locateBuilds, listBuildsOnDisk, currentPath, locateGame } from './game-places.ts';
import type { GameFiles } from './list-game-files.ts';
import { saveGame } from './save-game.ts';

export interface NewBuild {
  readonly database: Database;
  readonly dataDir: string;
  readonly game: string;
  readonly files: GameFiles;
  readonly buildType: 'Unity' | 'Iframe';
  /** Absent: that of the build before. */
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly config: PublicGameConfig;
  readonly now: () => Date;
}

export type PlacedBuild =
  | { readonly outcome: 'new'; readonly number: number }
  /** The files are those of the newest build: only the configuration was written. */
  | { readonly outcome: 'same'; readonly number: number };

export async function placeBuild(build: NewBuild): Promise<PlacedBuild> {
  const { database, dataDir, game, files } = build;
  const home = locateGame(dataDir, game);
  const aside = join(home, `.adding-${randomUUID()}`);
  try {
    await makeRoom(home);
    const { sha } = await copyGameFiles(files, aside, build.now());
    const onDisk = await listBuildsOnDisk(dataDir, game);
    const current = await currentBuild(database, game);
    if (current?.sha === sha && onDisk.includes(current.number)) {
      await database.transaction((trx) => saveGame(trx, game, build.config));
      return { outcome: 'same', number: current.number };
    }
    const number = Math.max(0, onDisk[0] ?? 0, await highestNumber(database, game)) + 1;
    const place = join(locateBuilds(dataDir, game), String(number));
    await mkdir(dirname(place), { recursive: true });
    await rename(aside, place);
    try {
      await writeRows(build, { sha, number, onDisk, version: build.version ?? current?.version ?? '1.0' });
    } catch (error) {
      await rm(place, { recursive: true, force: true });
      throw error;
    }
    return { outcome: 'new', number };
  } finally {
    await rm(aside, { recursive: true, force: true });
    await removeIfEmpty(locateBuilds(dataDir, game));
    await removeIfEmpty(home);
  }
}

async function makeRoom(home: string): Promise<void> {
  await mkdir(home, { recursive: true });
  // What a command that was killed has left behind.
  const left = (await readdir(home)).filter((name) => name.startsWith('.adding-'));
  for (const name of left) await rm(join(home, name), { recursive: true, force: true });
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error;
  });
}

async function currentBuild({ kysely }: Database, game: string) {
  const row = await kysely
    .selectFrom('builds')
    .select(['build_number', 'sha', 'ota_version'])
    .where('game', '=', game)
    .where('url', '=', currentPath)
    .orderBy('build_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { number: row.build_number, sha: row.sha, version: row.ota_version };
}

async function highestNumber({ kysely }: Database, game: string): Promise<number> {
  const row = await kysely
    .selectFrom('builds')
    .select(({ fn }) => fn.max('build_number').as('most'))
    .where('game', '=', game)
    .executeTakeFirst();
  return row?.most ?? 0;
}

async function writeRows(
  { database, game, buildType, description = '', metadata = {}, config }: NewBuild,
  { sha, number, onDisk, version }: { sha: string; number: number; onDisk: readonly number[]; version: string },
): Promise<void> {
  await database.transaction(async (trx) => {
    await saveGame(trx, game, config);
    // The build before gives up the first place; one that has no folder of its own has no other place.
    const first = trx.deleteFrom('builds').where('game', '=', game).where('url', '=', currentPath);
    await (onDisk.length > 0 ? first.where('build_number', 'not in', onDisk) : first).execute();
    await trx
      .updateTable('builds')
      .set({ url: sql<string>`'/builds/' || build_number || '/'` })
      .where('game', '=', game)
      .where('url', '=', currentPath)
      .execute();
    await trx
      .insertInto('builds')
      .values({
        build_id: randomUUID(),
        game,
        ota_version: version,
        build_number: number,
        build_type: buildType,
        sha,
        description,
        metadata: JSON.stringify(metadata),
        url: currentPath,
      })
      .execute();
  });
}
