// Preview links of drafts. The database stores only the token's hash, so a link is shown once.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { requireDraft } from './find-draft.ts';

export const defaultPreviewDays = 14;
export const maxPreviewDays = 365;

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
