// Makes a draft the live build. If a build was added after the draft, the draft gets a new number: the live build
// always has the highest.
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { BuildFiles } from './build-files.ts';
import { buildObject } from './build-object.ts';
import { requireDraft } from './find-draft.ts';
import { withGameLock } from './with-game-lock.ts';
import { findNextBuildNumber, writeLiveBuild } from './store-build.ts';
import { readStoredGameConfig } from './save-game.ts';
import { PublishingError } from './publishing-error.ts';

export interface PublishDraftDeps {
  readonly database: Database;
  readonly buildFiles: BuildFiles;
  readonly record: RecordChange;
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
  { database, buildFiles, record }: PublishDraftDeps,
): Promise<PublishDraftResult> {
  return withGameLock(database, game, async () => {
    const draft = await requireDraft(database, game, wanted);
    const config = await readStoredGameConfig(database.kysely, game);
    if (!config) throw new PublishingError(`There is no game ${game}.`);
    const { Url: _, ...rest } = config;
    await buildFiles.repairDraft(game, draft.build_number);
    if (!(await buildFiles.list(game, 'draft')).includes(draft.build_number))
      throw new PublishingError(
        `The files of draft ${draft.build_number} of ${game} are not in ${buildFiles.describePlace(game, { type: 'draft', number: draft.build_number })}. Discard it and upload it again.`,
      );
    const stored = await buildFiles.list(game, 'build');
    const isNewest = (await highestLive(database, game, stored)) < draft.build_number;
    const number = isNewest ? draft.build_number : await findNextBuildNumber(database, buildFiles, game);
    const undo = await buildFiles.publishDraft(game, draft.build_number, number);
    try {
      const isHidden = await database.transaction(async (trx) => {
        await writeLiveBuild(trx, {
          game,
          buildType: draft.build_type,
          description: draft.description,
          config: { ...rest, PlayGameType: draft.build_type },
          version: draft.ota_version,
          sha: draft.sha,
          number,
          stored,
          record,
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
      await undo();
      throw error;
    }
  });
}

async function highestLive({ kysely }: Database, game: string, stored: readonly number[]): Promise<number> {
  const row = await kysely
    .selectFrom('builds')
    .select(({ fn }) => fn.max('build_number').as('highest'))
    .where('game', '=', game)
    .executeTakeFirst();
  return Math.max(row?.highest ?? 0, stored[0] ?? 0);
}

export async function discardDraft(
  game: string,
  wanted: number,
  { database, buildFiles, record }: PublishDraftDeps,
): Promise<void> {
  await withGameLock(database, game, async () => {
    const { build_number } = await requireDraft(database, game, wanted);
    await database.transaction(async (trx) => {
      await trx.deleteFrom('build_drafts').where('game', '=', game).where('build_number', '=', build_number).execute();
      await record(trx, {
        object: buildObject(game, build_number),
        before: { State: 'Draft' },
        after: { State: 'Discarded' },
      });
    });
    await buildFiles.removeDraft(game, build_number);
  });
}
