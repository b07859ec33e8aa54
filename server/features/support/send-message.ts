// A message to support is kept whatever happens, and mailed to those who answer. Mails have bounds, because anybody may call:
// a number an hour in all and for one network, beyond which messages wait to be read where they are kept; and a receipt goes
// only to whom the caller may have mailed, a few a day to one mailbox, so that nobody can have strangers mailed by us.
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import type { MailLimits } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { SupportContext } from '#model/support.ts';
import { describeContext, splitLines } from './mail-lines.ts';
import { makeTicketId } from './ticket-id.ts';

export interface SupportMessage {
  readonly game: string | undefined;
  /** The name of the game, or of the portal, as support knows it. */
  readonly about: string;
  readonly email: string;
  readonly message: string;
  readonly context: SupportContext;
  readonly locale: Locale;
  readonly accountId: string | undefined;
  /** Whether this sender may have that address mailed. */
  readonly mayGetReceipt: boolean;
  readonly supportAddress: string | undefined;
  /** Where the message comes from. */
  readonly network: string;
}

export interface SendMessageDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly mailLimits: Pick<MailLimits, 'admitSupport' | 'admitReceipt'>;
  readonly now: () => Date;
  /** Where mails lead: the portal. */
  readonly portalLink: string;
}

export const maxPerHour = 200;

/** The number of the ticket. */
export function sendMessage(deps: SendMessageDeps, message: SupportMessage): Promise<string> {
  const { database, queueMail, mailLimits, portalLink: link } = deps;
  const { network } = message;
  const ticket = makeTicketId();
  return database.transaction(async (trx) => {
    const isBusy = (await countLastHour(trx)) >= maxPerHour;
    await trx
      .insertInto('support_messages')
      .values({
        ticket_id: ticket,
        account_id: message.accountId ?? null,
        game: message.game ?? null,
        email: message.email,
        message: message.message,
        locale: message.locale,
        context: JSON.stringify(message.context),
      })
      .execute();
    if (message.supportAddress !== undefined && !isBusy && (await mailLimits.admitSupport(trx, { network }))) {
      const { about, email: sender } = message;
      await queueMail(trx, {
        template: 'support-request',
        to: message.supportAddress,
        locale: message.locale,
        data: { link, ticket, about, sender, message: linesOf(message) },
        notAfter: mailDays(deps, 3),
      });
    }
    if (message.mayGetReceipt && (await mailLimits.admitReceipt(trx, message.email, { network }))) {
      await queueMail(trx, {
        template: 'support-receipt',
        to: message.email,
        locale: message.locale,
        data: { link, ticket },
        notAfter: mailDays(deps, 1),
      });
    }
    return ticket;
  });
}

async function countLastHour(trx: Transaction<Tables>): Promise<number> {
  const { count } = await trx
    .selectFrom('support_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** The message, and below it what else its sender let support know. */
function linesOf({ message, context }: SupportMessage): string[] {
  const about = describeContext(context);
  return [...splitLines(message), ...(about.length > 0 ? ['', ...about] : [])];
}

/** Until when a mail that is queued now is of use. */
export const mailDays = ({ now }: Pick<SendMessageDeps, 'now'>, days: number): Date =>
  new Date(now().getTime() + days * 86_400_000);
