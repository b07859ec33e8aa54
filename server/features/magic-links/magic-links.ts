// Magic links and six-digit codes by email. A link works once, within fifteen minutes: at once in the browser that
// requested it, in others only after a click, because mail scanners open links and run scripts. No account is looked up
// before the link is used, so nothing reveals whether one exists.
//
// The requesting browser gets a handle, whose hash is stored with the link. Without the handle, a browser gets a nonce
// to return with a click and a captcha. A code needs the handle and has five tries and a daily limit per mailbox; links
// have no such limit, so that others' guesses lock no one out.
import type { Transaction } from 'kysely';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { MailLimits } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { addMagicLink, type MagicLinkRequest, type MagicLinkMailData } from './add-link.ts';
import {
  findMagicLink,
  readMagicLinkState,
  type FoundMagicLink,
  type MagicLinkState,
  type MagicLinkFailure,
} from './find-link.ts';
import type { MagicLink } from './magic-link.ts';
import { consumeLinkById, consumeLinkByCode, type ConsumeByCodeResult, type CodeAttempt } from './consume-link.ts';

export interface MagicLinks {
  /** Passes the email's data to `send` in the same transaction. Throws TooManyRequests and CaptchaFailed. */
  add(
    asked: MagicLinkRequest,
    send: (trx: Transaction<Tables>, mail: MagicLinkMailData) => Promise<void>,
  ): Promise<{ mark: string }>;
  find(token: string, handle: string | undefined): Promise<FoundMagicLink | MagicLinkFailure>;
  consume(linkId: string): Promise<MagicLink | undefined>;
  consumeByCode(tried: CodeAttempt): Promise<ConsumeByCodeResult>;
  readState(handle: string): Promise<MagicLinkState>;
  createNonce(linkId: string): string;
  isNonceOf(linkId: string, nonce: string): boolean;
}

export function createMagicLinks(database: Database, sealer: Sealer, mailLimits: MailLimits): MagicLinks {
  const { kysely } = database;
  return {
    add: (asked, send) =>
      database.transaction(async (trx) => {
        const mail = await addMagicLink(trx, asked, { sealer, mailLimits });
        await send(trx, mail);
        return { mark: mail.mark };
      }),
    find: (token, handle) => findMagicLink(kysely, token, handle),
    consume: (linkId) => consumeLinkById(kysely, linkId),
    consumeByCode: (tried) => database.transaction((trx) => consumeLinkByCode(trx, tried, { sealer, mailLimits })),
    readState: (handle) => readMagicLinkState(kysely, handle),
    createNonce: (linkId) => sealer.sign('mail nonce', linkId).toString('base64url'),
    isNonceOf: (linkId, nonce) =>
      sealer.signatures('mail nonce', linkId).some((each) => isSameSignature(nonce, each.toString('base64url'))),
  };
}
