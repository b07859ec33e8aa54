// Support's calls: tickets, assignment, notes and saved replies.
import { sql } from 'kysely';
import { auditedLists } from '#model/audit-log.ts';
import { Problem } from '#model/problem.ts';
import type { OperatorTicket } from '#model/support.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { addTicketNote, assignTicket, listAssignees } from './assign-ticket.ts';
import { readDeskTickets } from './read-tickets.ts';
import { readTicketContext } from './read-ticket-context.ts';
import { listSavedReplies, removeSavedReply, saveSavedReply } from './saved-replies.ts';
import { sendSupportReply, closeTicket, type SupportReplyDeps } from './send-support-reply.ts';
import { buildTicketFilterSql } from './ticket-filter.ts';

type DeskCall =
  | 'deskTickets'
  | 'deskTicket'
  | 'deskAnswer'
  | 'deskClose'
  | 'deskAssign'
  | 'deskNote'
  | 'deskContext'
  | 'deskAssignees'
  | 'savedReplies'
  | 'saveSavedReply'
  | 'removeSavedReply';

export function createSupportDeskRoutes(deps: SupportReplyDeps): Pick<AreaHandlers<'support'>, DeskCall> {
  const { database } = deps;
  const show = async (ticketId: string): Promise<OperatorTicket> => {
    const [ticket] = await readDeskTickets(database.kysely, sql<boolean>`ticket_id = ${ticketId}`);
    if (!ticket) throw new Problem('NotFound', 'There is no such ticket.');
    return ticket;
  };
  return {
    deskTickets: async ({ query, audit }) => {
      const { Status, Game, AssigneeId, Unassigned, BeforeTicketId, Limit } = query;
      audit.read({ ...auditedLists.tickets, ...(Game !== undefined && { game: Game }) });
      const filter = buildTicketFilterSql({
        status: Status,
        game: Game,
        assigneeId: AssigneeId,
        isUnassigned: Unassigned,
        beforeTicketId: BeforeTicketId,
      });
      return { Tickets: await readDeskTickets(database.kysely, filter, Limit) };
    },
    deskTicket: ({ query, audit }) => {
      audit.read({ kind: 'ticket', id: query.TicketId });
      return show(query.TicketId);
    },
    deskAnswer: async ({ operator, audit, body: { TicketId, Message, Close = false } }) => {
      requireText('Message', Message);
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
    deskAssign: async ({ audit, body: { TicketId, OperatorId } }) => {
      await assignTicket(database, { ticketId: TicketId, operatorId: OperatorId, record: audit.change });
      return show(TicketId);
    },
    deskNote: async ({ operator, audit, body: { TicketId, Note } }) => {
      requireText('Note', Note);
      const note = { ticketId: TicketId, author: operator.name, note: Note, record: audit.change };
      await addTicketNote(database, note);
      return show(TicketId);
    },
    deskContext: ({ operator, audit, query: { TicketId } }) => {
      audit.read({ kind: 'ticket', id: TicketId });
      return readTicketContext(database, TicketId, operator);
    },
    deskAssignees: async () => ({ Assignees: await listAssignees(database) }),
    savedReplies: async () => ({ SavedReplies: await listSavedReplies(database.kysely) }),
    saveSavedReply: ({ operator, audit, body: { ReplyId, Title, Message } }) =>
      saveSavedReply(database, {
        replyId: ReplyId,
        title: Title.trim(),
        message: Message,
        operator: operator.name,
        record: audit.change,
      }),
    removeSavedReply: async ({ audit, body: { ReplyId } }) => {
      await removeSavedReply(database, ReplyId, audit.change);
      return { Success: true };
    },
  };
}

function requireText(field: string, text: string): void {
  if (text.trim() !== '') return;
  const message = 'must say something';
  throw new Problem('InvalidRequest', `${field} ${message}`, { fields: { [field]: message } });
}
