// Sends a message to support. The call is public, so mails are limited per hour, in total and per network; above that,
// messages are only stored. Receipts are limited too, so that the portal can't be used to spam.
import { sql, type Transaction } from 'kysely';
import type { Locale } from '#model/locale.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import type { MailLimits } from '#server/features/mail-rate-limits/mail-limits.ts';
import type { SupportContext } from '#model/support.ts';
import { splitMailLines } from '#server/features/mail/split-mail-lines.ts';
import { describeSupportContext } from './describe-support-context.ts';
import { makeTicketId } from './ticket-id.ts';

export interface SupportMessage {
  readonly game: string | undefined;
  readonly about: string;
  readonly email: string;
  readonly message: string;
  readonly context: SupportContext;
  readonly locale: Locale;
  readonly accountId: string | undefined;
  /** Whether this sender may have mail sent to the address. */
  readonly mayGetReceipt: boolean;
  readonly supportAddress: string | undefined;
  readonly network: string;
}

export interface SupportMessageDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly mailLimits: Pick<MailLimits, 'admitSupport' | 'admitReceipt'>;
  readonly now: () => Date;
  readonly portalLink: string;
}

export const maxSupportMailsPerHour = 200;

export function sendSupportMessage(deps: SupportMessageDeps, message: SupportMessage): Promise<string> {
  const { database, queueMail, mailLimits, portalLink: link } = deps;
  const { network } = message;
  const ticket = makeTicketId();
  return database.transaction(async (trx) => {
    const isBusy = (await countLastHour(trx)) >= maxSupportMailsPerHour;
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
        notAfter: computeMailExpiry(deps, 3),
      });
    }
    if (message.mayGetReceipt && (await mailLimits.admitReceipt(trx, message.email, { network }))) {
      await queueMail(trx, {
        template: 'support-receipt',
        to: message.email,
        locale: message.locale,
        data: { link, ticket },
        notAfter: computeMailExpiry(deps, 1),
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

function linesOf({ message, context }: SupportMessage): string[] {
  const about = describeSupportContext(context);
  return [...splitMailLines(message), ...(about.length > 0 ? ['', ...about] : [])];
}

export const computeMailExpiry = ({ now }: Pick<SupportMessageDeps, 'now'>, days: number): Date =>
  new Date(now().getTime() + days * 86_400_000);
