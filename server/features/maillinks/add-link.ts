import { randomInt, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { Tables } from '#server/db/tables.ts';
import { requireAdmitted, type MailLimits, type MailSource } from '#server/features/maillimits/mail-limits.ts';
import { createToken } from '#server/secrets/one-time-token.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { lifetimeMinutes, formatMark } from './mail-link.ts';

export interface AskedLink {
  /** In its normal form; the mail goes there. */
  readonly email: string;
  readonly source: MailSource;
  /** The robot check that was passed, by its action; undefined: a game's key stands for it. */
  readonly passedCheck: string | undefined;
  readonly handleHash: Buffer;
  readonly locale: Locale;
  readonly accountId?: string | undefined;
  readonly game?: string | undefined;
  readonly redirectUri?: string | undefined;
  readonly marketingEnabled?: boolean | undefined;
}

/** What goes into the mail. */
export interface LinkMail {
  readonly to: string;
  readonly token: string;
  readonly code: string;
  readonly mark: string;
  readonly expiresAt: Date;
}

/** Adds a link, within the limits for mail. Throws TooManyRequests and RobotCheckFailed. */
export async function addLink(
  trx: Transaction<Tables>,
  asked: AskedLink,
  { sealer, mailLimits }: { readonly sealer: Sealer; readonly mailLimits: MailLimits },
): Promise<LinkMail> {
  requireAdmitted(await mailLimits.admitLink(trx, asked));
  const linkId = randomUUID();
  const { token, tokenHash } = createToken('fxm_');
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const sourceHash = mailLimits.hashOf(asked.source);
  const { expires_at: expiresAt } = await trx
    .insertInto('mail_links')
    .values({
      link_id: linkId,
      token_hash: tokenHash,
      code_hash: sealer.sign('mail code', `${linkId}:${code}`),
      handle_hash: asked.handleHash,
      email: asked.email,
      account_id: asked.accountId ?? null,
      game: asked.game ?? null,
      redirect_uri: asked.redirectUri ?? null,
      marketing_enabled: asked.marketingEnabled ?? null,
      locale: asked.locale,
      expires_at: sql<Date>`now() + make_interval(mins => ${lifetimeMinutes})`,
      source_hash: sourceHash,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  await supersedeOlder(trx, asked, sourceHash);
  return { to: asked.email, token, code, mark: formatMark(linkId), expiresAt };
}

const mostAlive = 3;

/**
 * The newest three stay good of those that one network asked for: a new request must not be a means to end somebody else's.
 * Behind the key of a game are many people, so there it is the newest three of one handle.
 */
async function supersedeOlder(trx: Transaction<Tables>, asked: AskedLink, sourceHash: Buffer): Promise<void> {
  const { email, source, handleHash } = asked;
  const { rows } = await sql<{ link_id: string }>`
    select link_id from mail_links
    where email = ${email} and source_hash = ${sourceHash} and consumed_at is null and superseded_at is null
      and (${'network' in source} or handle_hash = ${handleHash})
    order by created_at desc offset ${mostAlive}`.execute(trx);
  const linkIds = rows.map(({ link_id }) => link_id);
  if (linkIds.length === 0) return;
  await trx
    .updateTable('mail_links')
    .set({ superseded_at: sql`now()` })
    .where('link_id', 'in', linkIds)
    .execute();
}
