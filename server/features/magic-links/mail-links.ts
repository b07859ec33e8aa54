// Links that sign in by mail, and the six digits that do the same. Requirements: a link works once, within fifteen minutes;
// in the browser that asked for it at once, in any other one only after a click, because scanners of mail open links and run
// scripts; a newer link to the same address for the same purpose replaces it; nothing shows whether an account exists, because nothing looks for one before the link is used.
//
// The browser that asks gets a handle; its hash stands with the link. Who brings handle and token is that browser. Who brings
// the token alone gets a nonce to send back with a click and a captcha. The six digits need the handle and have five tries
// a mail, and a number a day for a mailbox; the link has no such number, so that nobody is locked out by the guesses of others.
import type { Transaction } from 'kysely';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { MailLimits } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import { addLink, type AskedLink, type LinkMail } from './add-link.ts';
import { findLink, readLinkState, type FoundLink, type LinkState, type LostLink } from './find-link.ts';
import type { MailLink } from './mail-link.ts';
import { takeLink, takeLinkByCode, type CodeOutcome, type CodeTry } from './take-link.ts';

export interface MailLinks {
  /** Adds a link and hands what the mail needs to `send`, in one transaction. Throws TooManyRequests and CaptchaFailed. */
  add(asked: AskedLink, send: (trx: Transaction<Tables>, mail: LinkMail) => Promise<void>): Promise<{ mark: string }>;
  /** The link of a token if it can still be used, and whether the handle is the one of the browser that asked. */
  find(token: string, handle: string | undefined): Promise<FoundLink | LostLink>;
  /** Uses a link up. Of many who try at once, one gets it. */
  take(linkId: string): Promise<MailLink | undefined>;
  takeByCode(tried: CodeTry): Promise<CodeOutcome>;
  readState(handle: string): Promise<LinkState>;
  createNonce(linkId: string): string;
  isNonceOf(linkId: string, nonce: string): boolean;
}

export function createMailLinks(database: Database, sealer: Sealer, mailLimits: MailLimits): MailLinks {
  const { kysely } = database;
  return {
    add: (asked, send) =>
      database.transaction(async (trx) => {
        const mail = await addLink(trx, asked, { sealer, mailLimits });
        await send(trx, mail);
        return { mark: mail.mark };
      }),
    find: (token, handle) => findLink(kysely, token, handle),
    take: (linkId) => takeLink(kysely, linkId),
    takeByCode: (tried) => database.transaction((trx) => takeLinkByCode(trx, tried, { sealer, mailLimits })),
    readState: (handle) => readLinkState(kysely, handle),
    createNonce: (linkId) => sealer.sign('mail nonce', linkId).toString('base64url'),
    isNonceOf: (linkId, nonce) =>
      sealer.signatures('mail nonce', linkId).some((each) => sameSignature(nonce, each.toString('base64url'))),
  };
}
