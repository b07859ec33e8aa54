import type { Static } from 'typebox';
import type { LegalDocument } from '#model/document.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { acceptDocument, readAcceptances, type AcceptanceRow } from './accept-document.ts';
import { readDocuments } from './read-documents.ts';
import { readUnacceptedDocuments } from './read-unaccepted.ts';

export function createDocumentsRoutes(
  database: Database,
  pageAddress: (page: string) => string,
): AreaHandlers<'documents'> {
  const { kysely } = database;
  const { requireGame } = createGamesReader(database);
  return {
    accept: async ({ session, body }) => {
      const wanted = { documentId: body.DocumentId, versionId: body.DocumentVersionId };
      const result = await acceptDocument(kysely, session.accountId, wanted, session.game);
      switch (result.outcome) {
        case 'accepted':
          return { Acceptance: toWire(result.acceptance, session.accountId) };
        case 'no such version':
          throw new Problem('NotFound', 'There is no such version of an active document.');
        case 'of another game':
          throw new Problem('SignInAgain');
        case 'no such account':
          throw new Problem('Unauthenticated');
      }
    },
    accepted: async ({ session, body }) => {
      if (body.GameSystemName !== undefined) await requireGame(body.GameSystemName);
      const rows = await readAcceptances(kysely, session.accountId, body.GameSystemName ?? session.game);
      return { Acceptances: rows.map((row) => toWire(row, session.accountId)) };
    },
    listWithVersions: async ({ session, body }) => {
      if (body.GameSystemName !== undefined) await requireGame(body.GameSystemName);
      const reader = await session();
      const sees = reader !== undefined && (reader.game === undefined || reader.game === body.GameSystemName);
      const documents = await readDocuments(kysely, body.GameSystemName, sees ? reader.accountId : undefined);
      return { Documents: documents.map((document) => addPageUrls(document, pageAddress)) };
    },
    listLatestUnaccepted: async ({ session, body }) => {
      if (body.GameSystemName !== undefined) await requireGame(body.GameSystemName);
      const documents = await readUnacceptedDocuments(kysely, body.GameSystemName, session.accountId);
      return { Documents: documents.map((document) => addPageUrls(document, pageAddress)) };
    },
  };
}

/** A version that is stored as text has the address of the portal's page that shows it. */
function addPageUrls(document: Document, pageAddress: (page: string) => string): Document {
  const { GameSystemName: game, DocumentType, Versions } = document;
  const page = `Docs/${game === undefined ? '' : `${game}/`}${DocumentType.Value.toLowerCase()}`;
  return {
    ...document,
    Versions: Versions.map((version) =>
      version.Url === undefined && version.Content?.ContentType === 'Markdown'
        ? { ...version, Url: `${pageAddress(page)}?version=${version.Id}` }
        : version,
    ),
  };
}

type Document = Static<typeof LegalDocument>;

function toWire({ acceptance_id, version_id, accepted_at }: AcceptanceRow, accountId: string) {
  return {
    Id: acceptance_id,
    DocumentVersionId: version_id,
    AccountId: accountId,
    AcceptedAt: accepted_at.toISOString(),
  };
}
