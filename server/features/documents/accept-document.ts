import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { buildUnmergedAccountSql } from '#server/db/lock-account.ts';
import type { Tables } from '#server/db/tables.ts';

export interface AcceptanceRow {
  readonly acceptance_id: string;
  readonly version_id: string;
  readonly accepted_at: Date;
}

export type AcceptDocumentResult =
  | { readonly outcome: 'accepted'; readonly acceptance: AcceptanceRow }
  | { readonly outcome: 'no such version' | 'of another game' | 'no such account' };

/**
 * Older versions can be accepted too: a newer one may be published while the player reads. The first acceptance counts.
 * @param sessionGame the game of a game session
 */
export async function acceptDocument(
  db: Kysely<Tables>,
  accountId: string,
  wanted: { readonly documentId: string; readonly versionId: string },
  sessionGame: string | undefined,
): Promise<AcceptDocumentResult> {
  const version = await db
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.document_id', 'document_versions.document_id')
    .select('documents.game')
    .where('document_versions.version_id', '=', wanted.versionId)
    .where('documents.document_id', '=', wanted.documentId)
    .where('documents.is_active', 'is', true)
    .executeTakeFirst();
  if (!version) return { outcome: 'no such version' };
  if (sessionGame !== undefined && version.game !== null && version.game !== sessionGame)
    return { outcome: 'of another game' };
  const { rows } = await sql<AcceptanceRow>`
    with player as (${buildUnmergedAccountSql(accountId)})
    insert into document_acceptances (acceptance_id, version_id, account_id)
    select ${randomUUID()}, ${wanted.versionId}, account_id from player
    on conflict (account_id, version_id) do update set accepted_at = document_acceptances.accepted_at
    returning acceptance_id, version_id, accepted_at`.execute(db);
  const [acceptance] = rows;
  return acceptance ? { outcome: 'accepted', acceptance } : { outcome: 'no such account' };
}

/** Unknown or inactive versions are ignored. */
export async function acceptDocumentVersions(
  db: Kysely<Tables>,
  accountId: string,
  game: string,
  versionIds: readonly string[],
): Promise<void> {
  if (versionIds.length === 0) return;
  await sql`
    with player as (${buildUnmergedAccountSql(accountId)})
    insert into document_acceptances (acceptance_id, version_id, account_id)
    select gen_random_uuid(), version_id, account_id
    from player, document_versions join documents using (document_id)
    where version_id = any(${[...versionIds]}::uuid[]) and is_active and (game is null or game = ${game})
    on conflict (account_id, version_id) do nothing`.execute(db);
}

/** Newest first. Without a game: of all documents, including inactive ones. */
export function readAcceptances(
  db: Kysely<Tables>,
  accountId: string,
  game: string | undefined,
): Promise<AcceptanceRow[]> {
  let read = db
    .selectFrom('document_acceptances')
    .innerJoin('document_versions', 'document_versions.version_id', 'document_acceptances.version_id')
    .innerJoin('documents', 'documents.document_id', 'document_versions.document_id')
    .select(['acceptance_id', 'document_acceptances.version_id', 'accepted_at'])
    .where('account_id', '=', accountId);
  if (game !== undefined)
    read = read.where((eb) => eb.or([eb('documents.game', '=', game), eb('documents.game', 'is', null)]));
  return read.orderBy('accepted_at', 'desc').orderBy('acceptance_id').execute();
}
