// Preview links of drafts. The database has only the hash of a token, so a link is shown once and replaced when it is lost.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { requireDraft } from './find-draft.ts';

export const defaultPreviewDays = 14;
export const maxPreviewDays = 365;

/** Makes a new link to a draft. The one before ends. */
export async function replacePreviewLink(
  database: Database,
  game: string,
  { build, days = defaultPreviewDays }: { build: number | undefined; days: number | undefined },
): Promise<{ number: number; token: string; days: number }> {
  const { build_number: number } = await requireDraft(database, game, build);
  const { token, tokenHash } = createToken('fxv_');
  await database.kysely
    .updateTable('build_drafts')
    .set({ token_hash: tokenHash, token_expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .where('game', '=', game)
    .where('build_number', '=', number)
    .execute();
  return { number, token, days };
}

/** Ends the link to a draft; the draft stays. */
export async function revokePreviewLink(
  database: Database,
  game: string,
  build: number | undefined,
): Promise<{ number: number }> {
  const { build_number: number } = await requireDraft(database, game, build);
  await database.kysely
    .updateTable('build_drafts')
    .set({ token_hash: null })
    .where('game', '=', game)
    .where('build_number', '=', number)
    .execute();
  return { number };
}
