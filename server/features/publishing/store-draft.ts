// Stores a draft: an uploaded build that players don't get yet. The caller holds the game's lock.
import { sql, type Transaction } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Tables } from '#server/db/tables.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { findLiveBuild, defaultBuildVersion, findNextBuildNumber, type NewBuild } from './store-build.ts';
import { defaultPreviewDays } from './preview-link.ts';
import { saveGame } from './save-game.ts';

export interface NewDraft extends Omit<NewBuild, 'config' | 'metadata'> {
  /** For a new game, which is created hidden. */
  readonly firstConfig: PublicGameConfig | undefined;
}

export async function storeDraft(draft: NewDraft): Promise<{ number: number; token: string }> {
  const { database, buildFiles, game, source, firstConfig } = draft;
  const staged = await buildFiles.stage(game, source, draft.now());
  const { sha } = staged;
  try {
    const current = await findLiveBuild(database, game);
    const number = await findNextBuildNumber(database, buildFiles, game);
    await staged.place({ type: 'draft', number });
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
      await staged.undo();
      throw error;
    }
    return { number, token };
  } finally {
    await staged.end();
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
