import type { Selectable } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { PublishingError } from './publishing-error.ts';

export type DraftRow = Selectable<Tables['build_drafts']>;

export function listDrafts({ kysely }: Database, game: string): Promise<DraftRow[]> {
  return kysely
    .selectFrom('build_drafts')
    .selectAll()
    .where('game', '=', game)
    .orderBy('build_number', 'desc')
    .execute();
}

/** @param number undefined: the newest draft */
export async function requireDraft(database: Database, game: string, number: number | undefined): Promise<DraftRow> {
  const drafts = await listDrafts(database, game);
  const found = number === undefined ? drafts[0] : drafts.find(({ build_number }) => build_number === number);
  if (found) return found;
  throw new PublishingError(
    drafts.length === 0
      ? `${game} has no draft. Upload one: npm run games -- add ${game} <folder> --draft`
      : `Build ${number} of ${game} is not a draft. Its drafts: ${drafts.map(({ build_number }) => build_number).join(', ')}.`,
  );
}
