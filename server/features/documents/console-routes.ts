import type { Database } from '#server/db/database.ts';
import { Problem } from '#model/problem.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { splitDocumentLanguages } from './document-languages.ts';
import {
  listOperatorDocuments,
  listDocumentVersions,
  readDocumentVersion,
  type OperatorDocumentRow,
  type OperatorVersionRow,
} from './list-documents.ts';

export function createOperatorDocumentRoutes({
  kysely,
}: Pick<Database, 'kysely'>): Omit<AreaHandlers<'operatorDocuments'>, 'saveDraft'> {
  return {
    list: async ({ query: { Game, AfterDocumentId, Limit = 50 } }) => {
      const rows = await listOperatorDocuments(kysely, {
        game: Game ?? null,
        type: null,
        portalOnly: false,
        after: AfterDocumentId ?? null,
        limit: Limit,
      });
      return { Documents: rows.map(describeDocument) };
    },
    versions: async ({ query: { Type, Game, BeforeNumber, Limit = 50 } }) => {
      const [document] = await listOperatorDocuments(kysely, {
        game: Game ?? null,
        type: Type,
        portalOnly: Game === undefined,
        after: null,
        limit: 1,
      });
      if (!document) return { Versions: [] };
      const versions = await listDocumentVersions(kysely, {
        documentId: document.document_id,
        before: BeforeNumber ?? null,
        limit: Limit,
      });
      return { Document: describeDocument(document), Versions: versions.map(describeVersion) };
    },
    version: async ({ query: { VersionId } }) => {
      const version = await readDocumentVersion(kysely, { versionId: VersionId });
      if (!version) throw new Problem('NotFound', 'There is no such version.');
      const { content } = version;
      return { ...describeVersion(version), Texts: content ? splitDocumentLanguages(content.Value) : [] };
    },
  };
}

const describeDocument = (row: OperatorDocumentRow) => ({
  DocumentId: row.document_id,
  Type: row.type,
  ...(row.game !== null && { Game: row.game }),
  IsActive: row.is_active,
  NeedUserAcceptance: row.need_user_acceptance,
  ...(row.number !== null && { Number: row.number }),
  ...(row.published_at && { PublishedAt: row.published_at.toISOString() }),
  Acceptances: row.acceptances,
});

const describeVersion = ({ version_id, number, created_at, url, acceptances }: OperatorVersionRow) => ({
  VersionId: version_id,
  Number: number,
  PublishedAt: created_at.toISOString(),
  ...(url !== null && { Url: url }),
  Acceptances: acceptances,
});
