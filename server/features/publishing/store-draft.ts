// Stores a draft: an uploaded build that players don't get yet. The caller holds the game's lock.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Tables } from '#server/db/tables.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { copyGameFiles } from './copy-game-files.ts';
import { locateDraftFolder, locateGameFolder } from './game-paths.ts';
import {
  findLiveBuild,
  defaultBuildVersion,
  prepareGameFolder,
  findNextBuildNumber,
  removeFolderIfEmpty,
  type NewBuild,
} from './store-build.ts';
import { defaultPreviewDays } from './preview-link.ts';
import { saveGame } from './save-game.ts';

export interface NewDraft extends Omit<NewBuild, 'config' | 'metadata'> {
  /** For a new game, which is created hidden. */
  readonly firstConfig: PublicGameConfig | undefined;
}

export async function storeDraft(draft: NewDraft): Promise<{ number: number; token: string }> {
  const { database, dataDir, game, files, firstConfig } = draft;
  const home = locateGameFolder(dataDir, game);
  const aside = join(home, `.adding-${randomUUID()}`);
  try {
    await prepareGameFolder(home);
    const { sha } = await copyGameFiles(files, aside, draft.now());
    const current = await findLiveBuild(database, game);
    const number = await findNextBuildNumber(database, dataDir, game);
    const place = locateDraftFolder(dataDir, game, number);
    await mkdir(dirname(place), { recursive: true });
    // A killed command may have left files without a row.
    await rm(place, { recursive: true, force: true });
    await rename(aside, place);
    const { token, tokenHash } = createToken('fxv_');
    try {
      await database.transaction(async (trx) => {
        if (firstConfig) {
          await saveGame(trx, game, firstConfig);
          await trx.updateTable('games').set({ published: false }).where('game', '=', game).execute();
        }
        await trx
          .insertInto('build_drafts')
          .values({
            game,
            build_number: number,
            ota_version: draft.version ?? current?.version ?? defaultBuildVersion,
            build_type: draft.buildType,
            sha,
            description: draft.description ?? '',
            is_first: firstConfig !== undefined || (await isNeverLive(trx, game)),
            token_hash: tokenHash,
            token_expires_at: sql<Date>`now() + make_interval(days => ${defaultPreviewDays})`,
          })
          .execute();
      });
    } catch (error) {
      await rm(place, { recursive: true, force: true });
      throw error;
    }
    return { number, token };
  } finally {
    await rm(aside, { recursive: true, force: true });
    await removeFolderIfEmpty(dirname(locateDraftFolder(dataDir, game, 0)));
    await removeFolderIfEmpty(home);
  }
}

async function isNeverLive(trx: Transaction<Tables>, game: string): Promise<boolean> {
  const row = await trx
    .selectFrom('build_drafts')
    .select('build_number')
    .where('game', '=', game)
    .where('is_first', 'is', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
