// Looking a link up changes nothing: scanners of mail do it too.
import { sql, type Kysely } from 'kysely';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Tables } from '#server/db/tables.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';
import { isAlive, linkColumns, formatMark, toMailLink, type MailLink } from './mail-link.ts';

export interface FoundLink {
  readonly link: MailLink;
  readonly mark: string;
  /** The handle is the one of the browser that asked for the link. */
  readonly isBound: boolean;
}

/** The link of a token if it can still be used. */
export async function findLink(
  db: Kysely<Tables>,
  token: string,
  handle: string | undefined,
): Promise<FoundLink | 'unknown' | 'expired_or_used'> {
  const tokenHash = hashToken('fxm_', token);
  if (!tokenHash) return 'unknown';
  const row = await db
    .selectFrom('mail_links')
    .select([...linkColumns, 'handle_hash'])
    .select(isAlive.as('is_alive'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (!row.is_alive) return 'expired_or_used';
  const handleHash = handle === undefined ? undefined : hashToken('fxh_', handle);
  const isBound = handleHash !== undefined && sameSignature(handleHash, row.handle_hash);
  return { link: toMailLink(row), mark: formatMark(row.link_id), isBound };
}

export type LinkState = 'Waiting' | 'Used' | 'Expired';

/** How the link of a handle stands. */
export async function readLinkState(db: Kysely<Tables>, handle: string): Promise<LinkState> {
  const handleHash = hashToken('fxh_', handle);
  if (!handleHash) return 'Expired';
  const row = await db
    .selectFrom('mail_links')
    .select(['consumed_at'])
    .select(sql<boolean>`superseded_at is null and expires_at > now()`.as('is_alive'))
    .where('handle_hash', '=', handleHash)
    .executeTakeFirst();
  if (row && row.consumed_at !== null) return 'Used';
  return row?.is_alive ? 'Waiting' : 'Expired';
}
