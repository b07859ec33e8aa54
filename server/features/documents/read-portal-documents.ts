// The documents that every page links to. Cached for some seconds, and longer while the database is down.
import type { PortalLegalDocument } from '#model/runtime-config.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Log } from '#server/http/log.ts';
import type { DocumentTypeValue } from './describe-version.ts';

const rememberMs = 5000;

/** @param game the game of a single-game site, whose documents are added */
export function createPortalDocumentsReader(
  { database, log, now }: { readonly database: Database; readonly log: Log; readonly now: () => Date },
  game: string | undefined,
): () => Promise<readonly PortalLegalDocument[] | undefined> {
  let known: readonly PortalLegalDocument[] | undefined;
  let until = 0;
  return async () => {
    if (now().getTime() < until) return known;
    try {
      const rows = await readTypes(database.kysely, { game: game ?? null });
      known = rows.map(({ type, is_required: isRequired }): PortalLegalDocument => ({ type, isRequired }));
    } catch (error) {
      log.warn({ err: error }, 'Reading the list of documents failed; the last known one is used.');
    }
    until = now().getTime() + rememberMs;
    return known;
  };
}

const readTypes = defineStatement<
  { game: string | null },
  { readonly type: DocumentTypeValue; readonly is_required: boolean }
>(
  ({ game }) => `
  select type, bool_or(need_user_acceptance) as is_required from documents
  where is_active and (game is null or game = ${game})
    and exists (select from document_versions where document_id = documents.document_id)
  group by type order by type desc`,
);
