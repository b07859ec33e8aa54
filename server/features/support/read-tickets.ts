import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { OperatorTicket, SupportTicket } from '#model/support.ts';
import type { Tables } from '#server/db/tables.ts';
import { findMergedAccountIds } from '#server/features/account-deletion/find-merged-account-ids.ts';
import { buildEmailAddressesSql } from '#server/features/account-deletion/export-account.ts';
import type { Session } from '#server/features/sessions/sessions.ts';

export type TicketRow = Selectable<Tables['support_messages']>;
export type TicketReplyRow = Pick<
  Selectable<Tables['support_replies']>,
  'ticket_id' | 'by_support' | 'message' | 'created_at'
>;

const maxTickets = 100;

/**
 * SQL condition: tickets of the account, of accounts merged into it, and from its verified address. A game session sees
 * only its game's tickets.
 */
export async function buildOwnTicketSql(
  db: Kysely<Tables>,
  { accountId, game }: Pick<Session, 'accountId' | 'game'>,
): Promise<RawBuilder<boolean>> {
  const family = await findMergedAccountIds(db, accountId);
  const ofAccount = sql<boolean>`account_id = any(${family}::uuid[])`;
  if (game !== undefined) return sql<boolean>`(${ofAccount} and game = ${game})`;
  return sql<boolean>`(${ofAccount} or (account_id is null and email in (${buildEmailAddressesSql(family)})))`;
}

export async function readTickets(db: Kysely<Tables>, matchTickets: RawBuilder<boolean>): Promise<SupportTicket[]> {
  return (await readRows(db, matchTickets)).map(({ ticket, replies }) => toTicket(ticket, replies));
}

export async function readDeskTickets(
  db: Kysely<Tables>,
  matchTickets: RawBuilder<boolean>,
  limit = maxTickets,
): Promise<OperatorTicket[]> {
  const rows = await readRows(db, matchTickets, limit);
  const ids = rows.map(({ ticket }) => ticket.ticket_id);
  const [notes, assignees] = await Promise.all([
    readNotes(db, ids),
    readAssignees(
      db,
      rows.flatMap(({ ticket }) => ticket.assigned_to ?? []),
    ),
  ]);
  return rows.map(({ ticket, replies }) => {
    const assignee = assignees.find(({ operator_id }) => operator_id === ticket.assigned_to);
    return {
      ...toTicket(ticket, replies),
      Email: ticket.email,
      Locale: ticket.locale,
      ...(ticket.account_id !== null && { AccountId: ticket.account_id }),
      ...(assignee && { Assignee: { OperatorId: assignee.operator_id, Name: assignee.name } }),
      Notes: notes
        .filter(({ ticket_id }) => ticket_id === ticket.ticket_id)
        .map(({ author, note, created_at }) => ({ Author: author, Note: note, CreatedAt: created_at.toISOString() })),
    };
  });
}

const readNotes = async (db: Kysely<Tables>, ticketIds: readonly string[]) =>
  ticketIds.length === 0
    ? []
    : db.selectFrom('support_notes').selectAll().where('ticket_id', 'in', ticketIds).orderBy('note_id').execute();

const readAssignees = async (db: Kysely<Tables>, operatorIds: readonly string[]) =>
  operatorIds.length === 0
    ? []
    : db.selectFrom('operators').select(['operator_id', 'name']).where('operator_id', 'in', operatorIds).execute();

async function readRows(
  db: Kysely<Tables>,
  matchTickets: RawBuilder<boolean>,
  limit = maxTickets,
): Promise<{ readonly ticket: TicketRow; readonly replies: TicketReplyRow[] }[]> {
  const tickets = await db
    .selectFrom('support_messages')
    .selectAll()
    .where(matchTickets)
    .orderBy('changed_at', 'desc')
    .orderBy('ticket_id')
    .limit(limit)
    .execute();
  const ids = tickets.map(({ ticket_id }) => ticket_id);
  const replies = await readTicketReplies(db, ids);
  return tickets.map((ticket) => ({
    ticket,
    replies: replies.filter(({ ticket_id }) => ticket_id === ticket.ticket_id),
  }));
}

export async function readTicketReplies(db: Kysely<Tables>, ticketIds: readonly string[]): Promise<TicketReplyRow[]> {
  if (ticketIds.length === 0) return [];
  return db
    .selectFrom('support_replies')
    .select(['ticket_id', 'by_support', 'message', 'created_at'])
    .where('ticket_id', 'in', ticketIds)
    .orderBy('reply_id')
    .execute();
}

export function toTicket(ticket: TicketRow, replies: readonly TicketReplyRow[]): SupportTicket {
  return {
    TicketId: ticket.ticket_id,
    ...(ticket.game !== null && { Game: ticket.game }),
    Status: ticketStatuses[ticket.status],
    Message: ticket.message,
    Context: ticket.context,
    CreatedAt: ticket.created_at.toISOString(),
    ChangedAt: ticket.changed_at.toISOString(),
    Replies: replies.map(({ by_support, message, created_at }) => ({
      FromSupport: by_support,
      Message: message,
      CreatedAt: created_at.toISOString(),
    })),
  };
}

export const ticketStatuses = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const;
