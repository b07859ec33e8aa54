import { randomInt, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  requireMailAdmitted,
  type MailLimits,
  type MailRequester,
} from '#server/features/mail-rate-limits/mail-limits.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { linkLifetimeMinutes, formatLinkMark } from './magic-link.ts';

export interface MagicLinkRequest {
  readonly email: string;
  readonly purpose: 'sign-in' | 'add-email' | 'game-code';
  readonly source: MailRequester;
  /** Undefined if a game's key replaces the captcha. */
  readonly passedCaptchaAction: string | undefined;
  readonly handleHash: Buffer;
  readonly locale: Locale;
  readonly accountId?: string | undefined;
  readonly game?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly marketingEnabled?: boolean | undefined;
}

export interface MagicLinkMailData {
  readonly to: string;
  readonly token: string;
  readonly code: string;
  readonly mark: string;
  readonly expiresAt: Date;
}

/** Throws TooManyRequests and CaptchaFailed. */
export async function addMagicLink(
  trx: Transaction<Tables>,
  asked: MagicLinkRequest,
  { sealer, mailLimits }: { readonly sealer: Sealer; readonly mailLimits: MailLimits },
): Promise<MagicLinkMailData> {
  requireMailAdmitted(await mailLimits.admitLink(trx, asked));
  const linkId = randomUUID();
  const { token, tokenHash } = createToken('fxm_');
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const { expires_at: expiresAt } = await trx
    .insertInto('mail_links')
    .values({
      link_id: linkId,
      token_hash: tokenHash,
      code_hash: sealer.sign('mail code', `${linkId}:${code}`),
      handle_hash: asked.handleHash,
      email: asked.email,
      purpose: asked.purpose,
      account_id: asked.accountId ?? null,
      game: asked.game ?? null,
      redirect_uri: asked.redirectUri ?? null,
      marketing_enabled: asked.marketingEnabled ?? null,
      locale: asked.locale,
      expires_at: sql<Date>`now() + make_interval(mins => ${linkLifetimeMinutes})`,
      source_hash: mailLimits.hashOf(asked.source),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  await replaceOlder(trx, asked, linkId);
  return { to: asked.email, token, code, mark: formatLinkMark(linkId), expiresAt };
}

/**
 * A new link replaces earlier ones to the same address for the same purpose, from any requester. A game's code is
 * replaced only by the same game session.
 */
async function replaceOlder(
  trx: Transaction<Tables>,
  { email, purpose, accountId, handleHash }: MagicLinkRequest,
  linkId: string,
): Promise<void> {
  await sql`
    update mail_links set superseded_at = now()
    where email = ${email} and purpose = ${purpose} and account_id is not distinct from ${accountId ?? null}::uuid
      and link_id <> ${linkId} and consumed_at is null and superseded_at is null
      and (${purpose}::text <> 'game-code' or handle_hash = ${handleHash})`.execute(trx);
}
