// Looking up a link changes nothing, because mail scanners open links too.
import type { Kysely } from 'kysely';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Tables } from '#server/db/tables.ts';
import { hashToken } from '#server/secrets/one-time-token.ts';
import {
  isUsableLinkSql,
  isReplacedLinkSql,
  magicLinkColumns,
  formatLinkMark,
  toMagicLink,
  type MagicLink,
} from './magic-link.ts';

export interface FoundMagicLink {
  readonly link: MagicLink;
  readonly mark: string;
  readonly isBound: boolean;
}

/** `replaced`: a newer one was sent to the same address. */
export type MagicLinkFailure = 'unknown' | 'expired_or_used' | 'replaced';

export async function findMagicLink(
  db: Kysely<Tables>,
  token: string,
  handle: string | undefined,
): Promise<FoundMagicLink | MagicLinkFailure> {
  const tokenHash = hashToken('fxm_', token);
  if (!tokenHash) return 'unknown';
  const row = await db
    .selectFrom('mail_links')
    .select([...magicLinkColumns, 'handle_hash'])
    .select([isUsableLinkSql.as('is_alive'), isReplacedLinkSql.as('is_replaced')])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (!row) return 'unknown';
  if (!row.is_alive) return row.is_replaced ? 'replaced' : 'expired_or_used';
  const handleHash = handle === undefined ? undefined : hashToken('fxh_', handle);
  const isBound = handleHash !== undefined && isSameSignature(handleHash, row.handle_hash);
  return { link: toMagicLink(row), mark: formatLinkMark(row.link_id), isBound };
}

export type MagicLinkState = 'Waiting' | 'Used' | 'Expired' | 'Replaced';

export async function readMagicLinkState(db: Kysely<Tables>, handle: string): Promise<MagicLinkState> {
  const handleHash = hashToken('fxh_', handle);
  if (!handleHash) return 'Expired';
  const row = await db
    .selectFrom('mail_links')
    .select(['consumed_at'])
    .select([isUsableLinkSql.as('is_alive'), isReplacedLinkSql.as('is_replaced')])
    .where('handle_hash', '=', handleHash)
    .executeTakeFirst();
  if (row && row.consumed_at !== null) return 'Used';
  if (row?.is_replaced) return 'Replaced';
  return row?.is_alive ? 'Waiting' : 'Expired';
}
