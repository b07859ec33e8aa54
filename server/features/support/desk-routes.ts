// Support staff's calls, with an operator's key.
import { sql, type RawBuilder } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { OperatorTicket } from '#model/support.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { sendSupportReply, closeTicket, type SupportReplyDeps } from './send-support-reply.ts';
import { readDeskTickets } from './read-tickets.ts';

type DeskCall = 'deskTickets' | 'deskTicket' | 'deskAnswer' | 'deskClose';

export function createSupportDeskRoutes(deps: SupportReplyDeps): Pick<AreaHandlers<'support'>, DeskCall> {
  const { database } = deps;
  const show = async (ticketId: string): Promise<OperatorTicket> => {
    const [ticket] = await readDeskTickets(database.kysely, sql<boolean>`ticket_id = ${ticketId}`);
    if (!ticket) throw new Problem('NotFound', 'There is no such ticket.');
    return ticket;
  };
  return {
    deskTickets: async ({ query: { Status, Game }, audit }) => {
      audit.read({ kind: 'ticket', id: 'list', ...(Game !== undefined && { game: Game }) });
      return { Tickets: await readDeskTickets(database.kysely, buildTicketFilterSql(Status, Game)) };
    },
    deskTicket: ({ query, audit }) => {
      audit.read({ kind: 'ticket', id: query.TicketId });
      return show(query.TicketId);
    },
    deskAnswer: async ({ operator, audit, body: { TicketId, Message, Close = false } }) => {
      if (Message.trim() === '') {
        const message = 'must say something';
        throw new Problem('InvalidRequest', `Message ${message}`, { fields: { Message: message } });
      }
      await sendSupportReply(deps, {
        ticketId: TicketId,
        message: Message,
        author: operator.name,
        isLast: Close,
        record: audit.change,
      });
      return show(TicketId);
    },
    deskClose: async ({ audit, body: { TicketId } }) => {
      await closeTicket(database, TicketId, audit.change);
      return show(TicketId);
    },
  };
}

/** An SQL condition; an undefined parameter matches all. */
export function buildTicketFilterSql(status: string | undefined, game: string | undefined): RawBuilder<boolean> {
  const conditions = [
    ...(status === undefined ? [] : [sql`status = ${status.toLowerCase()}`]),
    ...(game === undefined ? [] : [sql`game = ${game}`]),
  ];
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
