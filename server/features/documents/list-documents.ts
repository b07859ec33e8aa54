// Documents and their versions for operators. Acceptances of large portals are counted by a job; only those since then
// are counted here.
import type { Kysely } from 'kysely';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import type { DocumentTypeName } from './document-titles.ts';

export interface OperatorDocumentRow {
  readonly document_id: string;
  readonly game: string | null;
  readonly type: DocumentTypeName;
  readonly is_active: boolean;
  readonly need_user_acceptance: boolean;
  readonly number: number | null;
  readonly published_at: Date | null;
  readonly acceptances: number;
}

export interface OperatorVersionRow {
  readonly version_id: string;
  readonly number: number;
  readonly created_at: Date;
  readonly url: string | null;
  readonly acceptances: number;
}

/** @param version an SQL expression */
const acceptancesOf = (version: string): string => `(
    coalesce((select accepted from document_acceptance_counts where version_id = ${version}), 0) + (
      select count(*) from document_acceptances where version_id = ${version} and accepted_at >= coalesce(
        (select counted_until from document_acceptance_counts where version_id = ${version}), '-infinity')
    ))::int`;

/** The portal's documents come first. */
export const listOperatorDocuments: (
  db: Kysely<Tables>,
  query: {
    game: string | null;
    type: DocumentTypeName | null;
    portalOnly: boolean;
    after: string | null;
    limit: number;
  },
) => Promise<readonly OperatorDocumentRow[]> = defineStatement<
  { game: string | null; type: DocumentTypeName | null; portalOnly: boolean; after: string | null; limit: number },
  OperatorDocumentRow
>(
  ({ game, type, portalOnly, after, limit }) => `
  select page.*, newest.number, newest.created_at as published_at,
    case when newest.version_id is null then 0 else ${acceptancesOf('newest.version_id')} end as acceptances
  from (
    select document_id, game, type, is_active, need_user_acceptance from documents
    where (${game}::text is null or game = ${game}) and (${type}::text is null or type = ${type})
      and (not ${portalOnly}::boolean or game is null)
      and (${after}::uuid is null or (coalesce(game, ''), type, not is_active, document_id) > (
        select coalesce(game, ''), type, not is_active, document_id from documents where document_id = ${after}))
    order by coalesce(game, ''), type, not is_active, document_id limit ${limit}::int
  ) page
  left join lateral (
    select version_id, number, created_at from document_versions
    where document_id = page.document_id order by number desc limit 1
  ) newest on true
  order by coalesce(game, ''), type, not is_active, document_id`,
);

export const listDocumentVersions: (
  db: Kysely<Tables>,
  query: { documentId: string; before: number | null; limit: number },
) => Promise<readonly OperatorVersionRow[]> = defineStatement<
  { documentId: string; before: number | null; limit: number },
  OperatorVersionRow
>(
  ({ documentId, before, limit }) => `
  select version_id, number, created_at, url, ${acceptancesOf('document_versions.version_id')} as acceptances
  from document_versions
  where document_id = ${documentId}::uuid and (${before}::int is null or number < ${before})
  order by number desc limit ${limit}::int`,
);

export async function readDocumentVersion(
  db: Kysely<Tables>,
  { versionId }: { readonly versionId: string },
): Promise<VersionTextRow | undefined> {
  const [version] = await readVersion(db, { versionId });
  return version;
}

type VersionTextRow = OperatorVersionRow & {
  readonly content: { readonly Value: string; readonly ContentType: string } | null;
};

const readVersion = defineStatement<{ versionId: string }, VersionTextRow>(
  ({ versionId }) => `
  select version_id, number, created_at, url, content, ${acceptancesOf('document_versions.version_id')} as acceptances
  from document_versions where version_id = ${versionId}::uuid`,
);
