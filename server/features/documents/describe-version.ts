import type { Static } from 'typebox';
import type { LegalDocument } from '#model/document.ts';

type Version = Static<typeof LegalDocument>['Versions'][number];
export type DocumentTypeValue = Static<typeof LegalDocument>['DocumentType']['Value'];

/** A version as PostgreSQL returns it in JSON, with the reader's own acceptance, if any. */
export interface DocumentVersionRow {
  readonly version_id: string;
  readonly url: string | null;
  readonly content: { readonly Value: string; readonly ContentType: string } | null;
  readonly created_at: string | Date;
  readonly acceptance_id?: string | null;
  readonly accepted_at?: string | Date | null;
}

export function describeDocumentVersion(
  documentId: string,
  row: DocumentVersionRow,
  accountId: string | undefined,
): Version {
  const { acceptance_id: Id, accepted_at: acceptedAt } = row;
  return {
    Id: row.version_id,
    DocumentId: documentId,
    ...(row.url !== null && { Url: row.url }),
    CreatedAt: new Date(row.created_at).toISOString(),
    // Only operators write it, in the contract's format.
    ...(row.content !== null && { Content: row.content as NonNullable<Version['Content']> }),
    Accepts:
      accountId === undefined || !Id || !acceptedAt
        ? []
        : [
            {
              Id,
              DocumentVersionId: row.version_id,
              AccountId: accountId,
              AcceptedAt: new Date(acceptedAt).toISOString(),
            },
          ],
  };
}
