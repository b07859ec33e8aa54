// The documents that every page links to. While the database is down the last known ones are used.
import type { PortalLegalDocument } from '#model/runtime-config.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { createReadCache, type ReadCacheDeps } from '#server/db/read-cache.ts';
import type { Log } from '#server/http/log.ts';
import type { DocumentTypeValue } from './describe-version.ts';

/** @param game the game of a single-game site, whose documents are added */
export function createPortalDocumentsReader(
  { database, log, memory }: { readonly database: Database; readonly log: Log; readonly memory: ReadCacheDeps },
  game: string | undefined,
): () => Promise<readonly PortalLegalDocument[] | undefined> {
  const options = { name: 'documents', topics: ['document'], maxRows: 1, outageMs: Infinity };
  const readCached = createReadCache(options, memory, async () => {
    const rows = await readTypes(database.kysely, { game: game ?? null });
    return rows.map(({ type, is_required: isRequired }): PortalLegalDocument => ({ type, isRequired }));
  });
  let known: readonly PortalLegalDocument[] | undefined;
  return async () => {
    try {
      known = await readCached('all');
    } catch (error) {
      log.warn({ err: error }, 'Reading the list of documents failed; the last known one is used.');
    }
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
