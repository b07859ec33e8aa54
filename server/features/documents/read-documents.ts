// Reads the legal documents for a player of a game. A caller sees only their own acceptances.
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { sql, type Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { LegalDocument } from '#model/document.ts';
import type { Tables } from '#server/db/tables.ts';
import { describeDocumentVersion } from './describe-version.ts';

type Game = string | undefined;

export async function readDocuments(
  db: Kysely<Tables>,
  game: Game,
  accountId: string | undefined,
): Promise<Static<typeof LegalDocument>[]> {
  const rows = await applying(db, game)
    .select((eb) => [
      'documents.document_id',
      'documents.game',
      'documents.type',
      'documents.need_user_acceptance',
      'documents.is_active',
      'documents.created_at',
      jsonArrayFrom(
        eb
          .selectFrom('document_versions')
          .leftJoin('document_acceptances', (join) =>
            join
              .onRef('document_acceptances.version_id', '=', 'document_versions.version_id')
              .on('document_acceptances.account_id', '=', accountId ?? null),
          )
          .select([
            'document_versions.version_id',
            'document_versions.url',
            'document_versions.content',
            'document_versions.created_at',
            'document_acceptances.acceptance_id',
            'document_acceptances.accepted_at',
          ])
          .whereRef('document_versions.document_id', '=', 'documents.document_id')
          .orderBy('document_versions.number', 'desc'),
      ).as('versions'),
    ])
    .orderBy(sql`documents.game is null`)
    .orderBy('documents.type', 'desc')
    .orderBy('documents.created_at')
    .execute();
  return rows.map((row) => ({
    Id: row.document_id,
    DocumentType: { Value: row.type, NeedUserAcceptance: row.need_user_acceptance },
    CreatedAt: row.created_at.toISOString(),
    IsActive: row.is_active,
    ...(row.game !== null && { GameSystemName: row.game }),
    Versions: row.versions.map((version) => describeDocumentVersion(row.document_id, version, accountId)),
  }));
}

function applying(db: Kysely<Tables>, game: Game) {
  return db
    .selectFrom('documents')
    .where('documents.is_active', 'is', true)
    .where((eb) =>
      game === undefined
        ? eb('documents.game', 'is', null)
        : eb.or([eb('documents.game', '=', game), eb('documents.game', 'is', null)]),
    );
}
