// A message to support is kept whatever happens, and mailed to those who answer. Mails have bounds, because anybody may call:
// to one address of support a number an hour, beyond which messages wait to be read where they are kept; and a receipt goes
// only to callers who proved something, a few a day to one address, so that nobody can have strangers mailed by us.
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import { ticketId } from './ticket-id.ts';

export interface SupportMessage {
  readonly game: string | undefined;
  /** The name of the game, or of the portal, as support knows it. */
  readonly about: string;
  readonly email: string;
  readonly message: string;
  readonly locale: Locale;
  readonly accountId: string | undefined;
  /** Whether the sender may be mailed. */
  readonly wantsReceipt: boolean;
  readonly supportAddress: string | undefined;
}

export interface SendMessageDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly now: () => Date;
  /** Where mails lead: the portal. */
  readonly portalLink: string;
}

export const mostPerHour = 200;
export const mostReceiptsPerDay = 3;
const dayMs = 86_400_000;

/** The number of the ticket. */
export function sendMessage(deps: SendMessageDeps, message: SupportMessage): Promise<string> {
  const { database, queueMail, now, portalLink: link } = deps;
  const ticket = ticketId();
  return database.transaction(async (trx) => {
    const count = await countBefore(trx, message.email);
    await trx
      .insertInto('support_messages')
      .values({
        ticket_id: ticket,
        account_id: message.accountId ?? null,
        game: message.game ?? null,
        email: message.email,
        message: message.message,
        locale: message.locale,
      })
      .execute();
    if (message.supportAddress !== undefined && count.all < mostPerHour) {
      const { about, email: sender } = message;
      await queueMail(trx, {
        template: 'support-request',
        to: message.supportAddress,
        locale: message.locale,
        data: { link, ticket, about, sender, message: linesOf(message.message) },
        notAfter: new Date(now().getTime() + 3 * dayMs),
      });
    }
    if (message.wantsReceipt && count.ofSender < mostReceiptsPerDay) {
      await queueMail(trx, {
        template: 'support-receipt',
        to: message.email,
        locale: message.locale,
        data: { link, ticket },
        notAfter: new Date(now().getTime() + dayMs),
      });
    }
    return ticket;
  });
}

async function countBefore(trx: Transaction<Tables>, email: string): Promise<{ all: number; ofSender: number }> {
  // Those of one sender one after the other, so that the bound on receipts holds.
  await sql`select pg_advisory_xact_lock(hashtext(${`fxid support ${email}`}))`.execute(trx);
  const { rows } = await sql<{ all: number; of_sender: number }>`
    select
      (select count(*)::integer from support_messages where created_at > now() - interval '1 hour') as all,
      (select count(*)::integer from support_messages
        where email = ${email} and created_at > now() - interval '1 day') as of_sender`.execute(trx);
  return { all: rows[0]?.all ?? 0, ofSender: rows[0]?.of_sender ?? 0 };
}

/** A mail takes lines; what could change how one is read becomes a space. */
function linesOf(message: string): string[] {
  return message
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' '));
}
