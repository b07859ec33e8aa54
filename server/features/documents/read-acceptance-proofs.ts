import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

export interface AcceptanceProof {
  readonly acceptance_id: string;
  readonly account_id: string;
  readonly accepted_at: Date;
  readonly document: string;
  readonly game: string | null;
  readonly version: number;
  readonly version_id: string;
  readonly published_at: Date;
  readonly url: string | null;
  /** Hash of the UTF-8 text. Versions never change, so the text proves what was accepted. */
  readonly text_sha256: string | null;
}

export async function readAcceptanceProofs(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<AcceptanceProof[]> {
  const { rows } = await sql<AcceptanceProof>`
    select acceptance_id, account_id, accepted_at, documents.type as document, documents.game,
      document_versions.number as version, version_id, document_versions.created_at as published_at, url,
      encode(sha256(convert_to(content ->> 'Value', 'UTF8')), 'hex') as text_sha256
    from document_acceptances
    join document_versions using (version_id)
    join documents using (document_id)
    where account_id = any(${[...accountIds]}::uuid[])
    order by accepted_at, acceptance_id`.execute(db);
  return rows;
}
