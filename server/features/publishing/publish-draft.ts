// Makes a draft the live build. If a build was added after the draft, the draft gets a new number: the live build
// always has the highest.
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { requireDraft } from './find-draft.ts';
import { listBuildsOnDisk, listDraftsOnDisk, locateBuildsFolder, locateDraftFolder } from './game-paths.ts';
import { withGameLock } from './with-game-lock.ts';
import { findNextBuildNumber, removeFolderIfEmpty, writeLiveBuild } from './store-build.ts';
import { readStoredGameConfig } from './save-game.ts';

export interface PublishDraftDeps {
  readonly database: Database;
  readonly dataDir: string;
}

export interface PublishDraftResult {
  readonly draft: number;
  readonly number: number;
  /** The game was created with this draft and is now visible to players. */
  readonly isNowListed: boolean;
  readonly isHidden: boolean;
}

/** @param wanted undefined: the newest draft */
export async function publishDraft(
  game: string,
  wanted: number | undefined,
  { database, dataDir }: PublishDraftDeps,
): Promise<PublishDraftResult> {
  return withGameLock(database, game, async () => {
    const draft = await requireDraft(database, game, wanted);
    const stored = await readStoredGameConfig(database.kysely, game);
    if (!stored) throw new Error(`There is no game ${game}.`);
    const { Url: _, ...config } = stored;
    const from = locateDraftFolder(dataDir, game, draft.build_number);
    await restoreMoved(game, draft.build_number, { database, dataDir });
    if (!(await listDraftsOnDisk(dataDir, game)).includes(draft.build_number))
      throw new Error(
        `The files of draft ${draft.build_number} of ${game} are not in ${from}. Discard it and upload it again.`,
      );
    const onDisk = await listBuildsOnDisk(dataDir, game);
    const isNewest = (await highestLive(database, game, onDisk)) < draft.build_number;
    const number = isNewest ? draft.build_number : await findNextBuildNumber(database, dataDir, game);
    const to = join(locateBuildsFolder(dataDir, game), String(number));
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
    try {
      const isHidden = await database.transaction(async (trx) => {
        await writeLiveBuild(trx, {
          game,
          buildType: draft.build_type,
          description: draft.description,
          config: { ...config, PlayGameType: draft.build_type },
          version: draft.ota_version,
          sha: draft.sha,
          number,
          onDisk,
        });
        await trx
          .deleteFrom('build_drafts')
          .where('game', '=', game)
          .where('build_number', '=', draft.build_number)
          .execute();
        const row = await trx.selectFrom('games').select('published').where('game', '=', game).executeTakeFirst();
        return row?.published !== true;
      });
      return { draft: draft.build_number, number, isNowListed: draft.is_first, isHidden };
    } catch (error) {
      await rename(to, from);
      throw error;
    } finally {
      await removeFolderIfEmpty(dirname(from));
    }
  });
}

/** Moves the files back if a command was killed after moving them. */
async function restoreMoved(game: string, number: number, { database, dataDir }: PublishDraftDeps): Promise<void> {
  const [drafts, builds] = [await listDraftsOnDisk(dataDir, game), await listBuildsOnDisk(dataDir, game)];
  if (drafts.includes(number) || !builds.includes(number)) return;
  const row = await database.kysely
    .selectFrom('builds')
    .select('build_id')
    .where('game', '=', game)
    .where('build_number', '=', number)
    .executeTakeFirst();
  if (row) return;
  const place = locateDraftFolder(dataDir, game, number);
  await mkdir(dirname(place), { recursive: true });
  await rename(join(locateBuildsFolder(dataDir, game), String(number)), place);
}

async function highestLive({ kysely }: Database, game: string, onDisk: readonly number[]): Promise<number> {
  const row = await kysely
    .selectFrom('builds')
    .select(({ fn }) => fn.max('build_number').as('highest'))
    .where('game', '=', game)
    .executeTakeFirst();
  return Math.max(row?.highest ?? 0, onDisk[0] ?? 0);
}

export async function discardDraft(
  game: string,
  wanted: number,
  { database, dataDir }: PublishDraftDeps,
): Promise<void> {
  await withGameLock(database, game, async () => {
    const { build_number } = await requireDraft(database, game, wanted);
    await database.kysely
      .deleteFrom('build_drafts')
      .where('game', '=', game)
      .where('build_number', '=', build_number)
      .execute();
    const place = locateDraftFolder(dataDir, game, build_number);
    await rm(place, { recursive: true, force: true });
    await removeFolderIfEmpty(dirname(place));
  });
}
