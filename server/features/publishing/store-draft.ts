// Stores a draft: an uploaded build that players don't get yet. The caller holds the game's lock.
import { sql, type Transaction } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Tables } from '#server/db/tables.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { findLiveBuild, defaultBuildVersion, findNextBuildNumber, type NewBuild } from './store-build.ts';
import { defaultPreviewDays } from './preview-link.ts';
import { buildObject } from './build-object.ts';
import { toFindingsColumn } from './findings-column.ts';
import type { BuildFindings } from './inspect-build.ts';
import { saveGame } from './save-game.ts';

export interface NewDraft extends Omit<NewBuild, 'config' | 'metadata'> {
  /** For a new game, which is created hidden. */
  readonly firstConfig: PublicGameConfig | undefined;
  /** What the inspection found, for whoever decides about publishing. */
  readonly findings?: BuildFindings;
  /** What the caller writes in the same transaction. */
  readonly alsoWrite?: undefined | ((trx: Transaction<Tables>, number: number) => Promise<void>);
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
            findings: draft.findings ? JSON.stringify(toFindingsColumn(draft.findings)) : null,
            ...('files' in source && { files: source.files.length, bytes: source.bytes }),
            is_first: firstConfig !== undefined || (await isNeverLive(trx, game)),
            token_hash: tokenHash,
            token_expires_at: sql<Date>`now() + make_interval(days => ${defaultPreviewDays})`,
          })
          .execute();
        await draft.record(trx, {
          object: buildObject(game, number),
          after: { State: 'Draft', Version: draft.version ?? current?.version ?? defaultBuildVersion, Sha: sha },
        });
        await draft.alsoWrite?.(trx, number);
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

/** A game that is new, or was created without a build: its first live build shows it to players. */
async function isNeverLive(trx: Transaction<Tables>, game: string): Promise<boolean> {
  const { rows } = await sql<{ is_never_live: boolean }>`
    select exists (select from build_drafts d where d.game = ${game} and d.is_first)
      or exists (
        select from games g
        where g.game = ${game} and not g.published and not g.config ? 'Url'
          and not exists (select from builds b where b.game = g.game)
      ) as is_never_live`.execute(trx);
  return rows[0]?.is_never_live === true;
}
