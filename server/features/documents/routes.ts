import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { acceptDocument, readAcceptances, type AcceptanceRow } from './accept-document.ts';
import { readDocuments } from './read-documents.ts';
import { readUnacceptedDocuments } from './read-unaccepted.ts';

export function createDocumentsRoutes(database: Database): AreaHandlers<'documents'> {
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
      return { Documents: await readDocuments(kysely, body.GameSystemName, sees ? reader.accountId : undefined) };
    },
    listLatestUnaccepted: async ({ session, body }) => {
      if (body.GameSystemName !== undefined) await requireGame(body.GameSystemName);
      return { Documents: await readUnacceptedDocuments(kysely, body.GameSystemName, session.accountId) };
    },
  };
}

function toWire({ acceptance_id, version_id, accepted_at }: AcceptanceRow, accountId: string) {
  return {
    Id: acceptance_id,
    DocumentVersionId: version_id,
    AccountId: accountId,
    AcceptedAt: accepted_at.toISOString(),
  };
}
