// Stores the next build of a game. The caller holds the game's lock.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { BuildFiles, BuildSource } from './build-files.ts';
import { buildObject } from './build-object.ts';
import { liveBuildUrlPath } from './game-paths.ts';
import { saveGame } from './save-game.ts';

export interface NewBuild {
  readonly database: Database;
  readonly buildFiles: BuildFiles;
  readonly game: string;
  readonly source: BuildSource;
  readonly buildType: 'Unity' | 'Iframe';
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly config: PublicGameConfig;
  readonly now: () => Date;
  readonly record: RecordChange;
}

export type StoreBuildResult =
  | { readonly outcome: 'new'; readonly number: number }
  /** The files equal those of the newest build, so only the configuration was written. */
  | { readonly outcome: 'same'; readonly number: number };

export async function storeBuild(build: NewBuild): Promise<StoreBuildResult> {
  const { database, buildFiles, game, source } = build;
  const staged = await buildFiles.stage(game, source, build.now());
  const { sha } = staged;
  try {
    const stored = await buildFiles.list(game, 'build');
    const current = await findLiveBuild(database, game);
    if (current?.sha === sha && stored.includes(current.number)) {
      await database.transaction(async (trx) => {
        await saveGame(trx, game, build.config);
        await build.record(trx, { object: buildObject(game, current.number), after: { State: 'Live', Sha: sha } });
      });
      return { outcome: 'same', number: current.number };
    }
    const number = await findNextBuildNumber(database, buildFiles, game);
    await staged.place({ type: 'build', number });
    try {
      const version = build.version ?? current?.version ?? defaultBuildVersion;
      await database.transaction((trx) => writeLiveBuild(trx, { ...build, version, sha, number, stored }));
    } catch (error) {
      await staged.undo();
      throw error;
    }
    return { outcome: 'new', number };
  } finally {
    await staged.end();
  }
}

/** Undefined if the live build was not added by this command. */
export async function findLiveBuild({ kysely }: Database, game: string) {
  const row = await kysely
    .selectFrom('builds')
    .select(['build_number', 'sha', 'ota_version'])
    .where('game', '=', game)
    .where('url', '=', liveBuildUrlPath)
    .orderBy('build_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { number: row.build_number, sha: row.sha, version: row.ota_version };
}

export const defaultBuildVersion = '1.0';

/** Numbers only grow; drafts use the same sequence. */
export async function findNextBuildNumber(database: Database, buildFiles: BuildFiles, game: string): Promise<number> {
  const [stored = 0] = await buildFiles.list(game, 'build');
  const live = await highestNumber(database, 'builds', game);
  const drafts = await highestNumber(database, 'build_drafts', game);
  return Math.max(stored, live, drafts) + 1;
}

async function highestNumber({ kysely }: Database, table: 'builds' | 'build_drafts', game: string): Promise<number> {
  const row = await kysely
    .selectFrom(table)
    .select(({ fn }) => fn.max('build_number').as('most'))
    .where('game', '=', game)
    .executeTakeFirst();
  return row?.most ?? 0;
}

interface LiveBuild extends Pick<NewBuild, 'game' | 'buildType' | 'description' | 'metadata' | 'config' | 'record'> {
  readonly version: string;
  readonly sha: string;
  readonly number: number;
  readonly stored: readonly number[];
}

export async function writeLiveBuild(trx: Transaction<Tables>, build: LiveBuild): Promise<void> {
  const { game, buildType, description = '', metadata = {}, config, version, sha, number, stored } = build;
  const replaced = await trx
    .selectFrom('builds')
    .select('build_number')
    .where('game', '=', game)
    .where('url', '=', liveBuildUrlPath)
    .orderBy('build_number', 'desc')
    .executeTakeFirst();
  await saveGame(trx, game, config);
  await listFirstTime(trx, game);
  // The previous build moves from `/` to its own path. Without files of its own it is deleted.
  const first = trx.deleteFrom('builds').where('game', '=', game).where('url', '=', liveBuildUrlPath);
  await (stored.length > 0 ? first.where('build_number', 'not in', stored) : first).execute();
  await trx
    .updateTable('builds')
    .set({ url: sql<string>`'/builds/' || build_number || '/'` })
    .where('game', '=', game)
    .where('url', '=', liveBuildUrlPath)
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
      url: liveBuildUrlPath,
    })
    .execute();
  await build.record(trx, {
    object: buildObject(game, number),
    before: { Live: replaced?.build_number ?? null },
    after: { Live: number, Version: version, Sha: sha, ...metadata },
  });
}

/** A game that was created with a draft is hidden until its first build is live. */
async function listFirstTime(trx: Transaction<Tables>, game: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('build_drafts')
    .set({ is_first: false })
    .where('game', '=', game)
    .where('is_first', 'is', true)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await trx.updateTable('games').set({ published: true }).where('game', '=', game).execute();
}
