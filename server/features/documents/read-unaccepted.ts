import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { LegalDocument } from '#model/document.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import { describeDocumentVersion, type DocumentTypeValue, type DocumentVersionRow } from './describe-version.ts';
import { buildFromUnacceptedSql, buildMustAcceptSql } from './unaccepted-documents.ts';

/**
 * Each has the version to accept and the version accepted last, to show the changes.
 * @param game undefined: only the portal's documents
 */
export async function readUnacceptedDocuments(
  db: Kysely<Tables>,
  game: string | undefined,
  accountId: string,
): Promise<Static<typeof LegalDocument>[]> {
  const rows = await readUnacceptedRows(db, { accountId, game: game ?? null });
  return rows.map((row) => ({
    Id: row.document_id,
    DocumentType: { Value: row.type, NeedUserAcceptance: true },
    CreatedAt: row.created_at.toISOString(),
    IsActive: true,
    ...(row.game !== null && { GameSystemName: row.game }),
    Versions: [row.wanted, row.accepted].flatMap((version) =>
      version === null ? [] : [describeDocumentVersion(row.document_id, version, accountId)],
    ),
  }));
}

export async function hasUnacceptedDocuments(db: Kysely<Tables>, game: string, accountId: string): Promise<boolean> {
  const [row] = await hasUnacceptedRow(db, { accountId, game });
  return row?.must_accept ?? false;
}

const readUnacceptedRows = defineStatement<
  { accountId: string; game: string | null },
  {
    readonly document_id: string;
    readonly game: string | null;
    readonly type: DocumentTypeValue;
    readonly created_at: Date;
    readonly wanted: DocumentVersionRow;
    readonly accepted: DocumentVersionRow | null;
  }
>(
  ({ accountId, game }) => `
  select document.document_id, document.game, document.type, document.created_at, to_jsonb(newest) as wanted, (
    select to_jsonb(last) from (
      select version_id, url, content, created_at, acceptance_id, accepted_at
      from document_versions join document_acceptances using (version_id)
      where document_id = document.document_id and account_id = ${accountId}
      order by number desc limit 1
    ) last
  ) as accepted
  ${buildFromUnacceptedSql(accountId, game)}
  order by document.game is null, document.type desc, document.created_at`,
);

const hasUnacceptedRow = defineStatement<{ accountId: string; game: string }, { readonly must_accept: boolean }>(
  ({ accountId, game }) => `select ${buildMustAcceptSql(accountId, game)} as must_accept`,
);
