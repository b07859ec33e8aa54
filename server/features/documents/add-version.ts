import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { requireGame } from '#server/db/require-game.ts';
import type { DocumentTypeName } from './document-titles.ts';
import type { DocumentSource } from './read-document-source.ts';

export interface DocumentKey {
  readonly type: DocumentTypeName;
  /** Undefined: the portal. */
  readonly game: string | undefined;
}

export interface AddDocumentVersionResult {
  readonly number: number;
  readonly isNew: boolean;
  readonly needsAcceptance: boolean;
}

/**
 * An unchanged text adds no version, so that players are not asked again.
 * @param needsAcceptance undefined: unchanged; false for a new document
 */
export async function addDocumentVersion(
  database: Database,
  place: DocumentKey,
  source: DocumentSource,
  needsAcceptance: boolean | undefined,
): Promise<AddDocumentVersionResult> {
  return database.transaction(async (trx) => {
    // Two concurrent commands would use the same number.
    await sql`select pg_advisory_xact_lock(hashtext('fxid documents'))`.execute(trx);
    if (place.game !== undefined) await requireGame(trx, place.game);
    const document = (await findDocument(trx, place)) ?? (await createDocument(trx, place));
    const needs = needsAcceptance ?? document.need_user_acceptance;
    await trx
      .updateTable('documents')
      .set({ is_active: true, need_user_acceptance: needs })
      .where('document_id', '=', document.document_id)
      .execute();
    const newest = await trx
      .selectFrom('document_versions')
      .select(['number', 'url', 'content'])
      .where('document_id', '=', document.document_id)
      .orderBy('number', 'desc')
      .executeTakeFirst();
    if (newest && isSame(newest, source)) return { number: newest.number, isNew: false, needsAcceptance: needs };
    const number = (newest?.number ?? 0) + 1;
    await insertDocumentVersion(trx, document.document_id, { number, ...source });
    return { number, isNew: true, needsAcceptance: needs };
  });
}

export interface NewDocumentVersion {
  readonly number: number;
  readonly url: string | null;
  readonly content: { readonly Value: string; readonly ContentType: string } | null;
  readonly created_at?: Date;
}

export async function insertDocumentVersion(
  trx: Kysely<Tables>,
  documentId: string,
  { content, ...version }: NewDocumentVersion,
): Promise<void> {
  await trx
    .insertInto('document_versions')
    .values({
      version_id: randomUUID(),
      document_id: documentId,
      ...version,
      content: content && JSON.stringify(content),
    })
    .execute();
}

/** The active document, or else an inactive one. */
export function findDocument(db: Kysely<Tables>, { type, game }: DocumentKey) {
  return db
    .selectFrom('documents')
    .select(['document_id', 'need_user_acceptance'])
    .where('type', '=', type)
    .where('game', 'is not distinct from', game ?? null)
    .orderBy('is_active', 'desc')
    .orderBy('created_at')
    .executeTakeFirst();
}

export async function createDocument(trx: Kysely<Tables>, { type, game }: DocumentKey) {
  const row = { document_id: randomUUID(), need_user_acceptance: false };
  await trx
    .insertInto('documents')
    .values({ ...row, type, game: game ?? null })
    .execute();
  return row;
}

function isSame(
  { url, content }: { url: string | null; content: { Value: string; ContentType: string } | null },
  source: DocumentSource,
): boolean {
  return (
    url === source.url &&
    content?.Value === source.content?.Value &&
    content?.ContentType === source.content?.ContentType
  );
}
