// Consumes a magic link by its id, or by the code in its email.
import { sql, type Kysely, type Transaction } from 'kysely';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Tables } from '#server/db/tables.ts';
import type { MailLimits } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { isUsableLinkSql, isReplacedLinkSql, magicLinkColumns, toMagicLink, type MagicLink } from './magic-link.ts';

/** Of concurrent calls one gets the link. */
export async function consumeLinkById(db: Kysely<Tables>, linkId: string): Promise<MagicLink | undefined> {
  const row = await db
    .updateTable('mail_links')
    .set({ consumed_at: sql`now()` })
    .where('link_id', '=', linkId)
    .where(isUsableLinkSql)
    .returning(magicLinkColumns)
    .executeTakeFirst();
  return row && toMagicLink(row);
}

export type ConsumeByCodeResult =
  | { readonly outcome: 'passed'; readonly link: MagicLink }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'replaced' }
  | { readonly outcome: 'captcha-required' }
  /** The code was not tried: too many wrong codes today. The link still works. */
  | { readonly outcome: 'link-only' };

export interface CodeAttempt {
  readonly handleHash: Buffer;
  readonly code: string;
  readonly hasPassedCaptcha: boolean;
}

export async function consumeLinkByCode(
  trx: Transaction<Tables>,
  { handleHash, code, hasPassedCaptcha }: CodeAttempt,
  { sealer, mailLimits }: { readonly sealer: Sealer; readonly mailLimits: MailLimits },
): Promise<ConsumeByCodeResult> {
  const newest = await trx
    .selectFrom('mail_links')
    .select(['link_id', 'email', 'source_hash'])
    .select([isTryable.as('is_tryable'), isReplacedLinkSql.as('is_replaced')])
    .where('handle_hash', '=', handleHash)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Don't require a captcha for a code that can't work.
  if (newest?.is_replaced) return { outcome: 'replaced' };
  if (!newest?.is_tryable) return { outcome: 'expired' };
  const state = await mailLimits.readCodeEntryState(trx, newest.email, newest.source_hash);
  if (state === 'link-only' || (state === 'captcha-required' && !hasPassedCaptcha)) return { outcome: state };
  const row = await countTry(trx, newest.link_id);
  if (!row) return { outcome: 'expired' };
  const hashes = sealer.signatures('mail code', `${row.link_id}:${code}`);
  if (!hashes.some((each) => isSameSignature(each, row.code_hash))) {
    await mailLimits.countWrongCode(trx, newest.email, newest.source_hash);
    return { outcome: 'wrong', triesLeft: maxTries - row.code_tries };
  }
  const link = await consumeLinkById(trx, row.link_id);
  return link ? { outcome: 'passed', link } : { outcome: 'expired' };
}

const maxTries = 5;
const isTryable = sql<boolean>`code_tries < ${maxTries} and ${isUsableLinkSql}`;

/** Counts before comparing, so concurrent calls make at most five tries. */
function countTry(trx: Transaction<Tables>, linkId: string) {
  return trx
    .updateTable('mail_links')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('link_id', '=', linkId)
    .where(isTryable)
    .returning(['link_id', 'code_hash', 'code_tries'])
    .executeTakeFirst();
}
