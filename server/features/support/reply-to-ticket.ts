// A player's actions on their ticket: reply, which reopens it, or close.
import { sql, type Transaction } from 'kysely';
import { Problem } from '#model/problem.ts';
import { toLocale } from '#model/locale.ts';
import type { SupportTicket } from '#model/support.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { splitMailLines } from '#server/features/mail/split-mail-lines.ts';
import { buildOwnTicketSql, readTicketReplies, toTicket, type TicketRow } from './read-tickets.ts';
import { computeMailExpiry, type SupportMessageDeps } from './send-support-message.ts';

export const maxTicketReplies = 100;

export interface PlayerTicketRequest {
  readonly session: Session;
  readonly ticketId: string;
}

/** @param findAbout the subject's name for support, and the mail address of its support */
export function replyToTicket(
  deps: SupportMessageDeps,
  { session, ticketId, message, network }: PlayerTicketRequest & { readonly message: string; readonly network: string },
  findAbout: (ticket: TicketRow) => Promise<{ readonly about: string; readonly supportAddress: string | undefined }>,
): Promise<SupportTicket> {
  return deps.database.transaction(async (trx) => {
    const ticket = await changeOwn(trx, { session, ticketId }, 'open');
    const { ticket_id, account_id, email } = ticket;
    if ((await readTicketReplies(trx, [ticket_id])).length >= maxTicketReplies)
      throw new Problem('TooManyRequests', `This ticket has ${maxTicketReplies} messages. Open a new one.`);
    await trx
      .insertInto('support_replies')
      .values({ ticket_id, account_id, email, by_support: false, message })
      .execute();
    const { about, supportAddress } = await findAbout(ticket);
    if (supportAddress !== undefined && (await deps.mailLimits.admitSupport(trx, { network })))
      await deps.queueMail(trx, {
        template: 'support-request',
        to: supportAddress,
        locale: toLocale(ticket.locale),
        data: { link: deps.portalLink, ticket: ticket_id, about, sender: email, message: splitMailLines(message) },
        notAfter: computeMailExpiry(deps, 3),
      });
    return toTicket(ticket, await readTicketReplies(trx, [ticket_id]));
  });
}

export function closeOwnTicket(
  { database }: Pick<SupportMessageDeps, 'database'>,
  continuation: PlayerTicketRequest,
): Promise<SupportTicket> {
  return database.transaction(async (trx) => {
    const ticket = await changeOwn(trx, continuation, 'closed');
    return toTicket(ticket, await readTicketReplies(trx, [ticket.ticket_id]));
  });
}

async function changeOwn(
  trx: Transaction<Tables>,
  { session, ticketId }: PlayerTicketRequest,
  status: TicketRow['status'],
): Promise<TicketRow> {
  const ticket = await trx
    .updateTable('support_messages')
    .set({ status, changed_at: sql<Date>`now()` })
    .where('ticket_id', '=', ticketId)
    .where(await buildOwnTicketSql(trx, session))
    .returningAll()
    .executeTakeFirst();
  if (!ticket) throw new Problem('NotFound', 'You have no such ticket.');
  return ticket;
}
