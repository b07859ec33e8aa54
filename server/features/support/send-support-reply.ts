// Support's actions on a ticket: reply or close.
import { sql, type Kysely } from 'kysely';
import { toLocale } from '#model/locale.ts';
import type { PortalConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AuditObject, RecordChange } from '#server/features/audit-log/audit-log.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import type { NotifyPlayer } from '#server/features/push/notify-player.ts';
import { findSupportAddress } from './find-support-address.ts';
import { splitMailLines } from '#server/features/mail/split-mail-lines.ts';
import type { TicketRow } from './read-tickets.ts';

export interface SupportReplyDeps {
  readonly database: Database;
  readonly queueMail: QueueMail;
  readonly notifyPlayer: NotifyPlayer;
  readonly readPortal: () => Promise<PortalConfig>;
  readonly now: () => Date;
  readonly findPage: (page: string) => URL;
}

export interface SupportReplyParams {
  readonly ticketId: string;
  readonly message: string;
  readonly author: string;
  readonly isLast: boolean;
  readonly record: RecordChange;
}

const answerDays = 3;

export async function sendSupportReply(
  deps: SupportReplyDeps,
  { ticketId, message, author, isLast, record }: SupportReplyParams,
): Promise<boolean> {
  const { database, queueMail, notifyPlayer, now } = deps;
  const portal = await deps.readPortal();
  return database.transaction(async (trx) => {
    const ticket = await changeTicket(trx, ticketId, isLast ? 'closed' : 'answered');
    if (!ticket) return false;
    const { account_id, email, game } = ticket;
    await trx
      .insertInto('support_replies')
      .values({ ticket_id: ticketId, account_id, email, by_support: true, author, message })
      .execute();
    // The reply goes with the ticket when a player is erased, so the log doesn't repeat it.
    await record(trx, {
      object: buildTicketObject(ticket),
      after: { Replied: true, ...(isLast && { Status: 'Closed' }) },
    });
    const locale = toLocale(ticket.locale);
    const config = game === null ? undefined : (await createGamesReader(database).readGame(game))?.config;
    const sender = findSupportAddress(config, portal, locale);
    await queueMail(trx, {
      template: 'support-answer',
      to: email,
      locale,
      data: {
        link: deps.findPage(`Support?ticket=${encodeURIComponent(ticketId)}`).href,
        ticket: ticketId,
        message: splitMailLines(message),
        ...(sender !== undefined && { sender }),
      },
      notAfter: new Date(now().getTime() + answerDays * 86_400_000),
    });
    if (account_id !== null) await notifyPlayer(trx, { type: 'support-answer', accountId: account_id, ticketId });
    return true;
  });
}

export function closeTicket(database: Database, ticketId: string, record: RecordChange): Promise<boolean> {
  return database.transaction(async (trx) => {
    const ticket = await changeTicket(trx, ticketId, 'closed');
    if (ticket) await record(trx, { object: buildTicketObject(ticket), after: { Status: 'Closed' } });
    return ticket !== undefined;
  });
}

export const buildTicketObject = ({ ticket_id: id, game }: TicketRow): AuditObject => ({
  kind: 'ticket',
  id,
  ...(game !== null && { game }),
});

const changeTicket = (
  db: Kysely<Tables>,
  ticketId: string,
  status: TicketRow['status'],
): Promise<TicketRow | undefined> =>
  db
    .updateTable('support_messages')
    .set({ status, changed_at: sql<Date>`now()` })
    .where('ticket_id', '=', ticketId)
    .returningAll()
    .executeTakeFirst();
