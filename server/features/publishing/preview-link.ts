// Preview links of drafts. The database stores only the token's hash, so a link is shown once.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import { buildObject } from './build-object.ts';
import { requireDraft } from './find-draft.ts';

export const defaultPreviewDays = 14;
export const maxPreviewDays = 365;

export async function replacePreviewLink(
  database: Database,
  game: string,
  { build, days = defaultPreviewDays }: { build: number | undefined; days: number | undefined },
  record: RecordChange,
): Promise<{ number: number; token: string; days: number }> {
  const { build_number: number } = await requireDraft(database, game, build);
  const { token, tokenHash } = createToken('fxv_');
  await database.transaction(async (trx) => {
    await trx
      .updateTable('build_drafts')
      .set({ token_hash: tokenHash, token_expires_at: sql<Date>`now() + make_interval(days => ${days})` })
      .where('game', '=', game)
      .where('build_number', '=', number)
      .execute();
    await record(trx, { object: buildObject(game, number), after: { PreviewDays: days } });
  });
  return { number, token, days };
}

export async function revokePreviewLink(
  database: Database,
  game: string,
  build: number | undefined,
  record: RecordChange,
): Promise<{ number: number }> {
  const { build_number: number } = await requireDraft(database, game, build);
  await database.transaction(async (trx) => {
    await trx
      .updateTable('build_drafts')
      .set({ token_hash: null })
      .where('game', '=', game)
      .where('build_number', '=', number)
      .execute();
    await record(trx, { object: buildObject(game, number), after: { PreviewDays: 0 } });
  });
  return { number };
}
