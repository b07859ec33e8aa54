import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { OperatorTicket, SupportTicket } from '#model/support.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import { findMergedAccountIds } from '#server/features/account-deletion/find-merged-account-ids.ts';
import { buildEmailAddressesSql } from '#server/features/account-deletion/export-account.ts';
import type { Session } from '#server/features/sessions/sessions.ts';

export type TicketRow = Selectable<Tables['support_messages']>;
export type TicketReplyRow = Pick<
  Selectable<Tables['support_replies']>,
  'ticket_id' | 'by_support' | 'message' | 'created_at'
>;

type NoteRow = Pick<Selectable<Tables['support_notes']>, 'ticket_id' | 'author' | 'note' | 'created_at'>;
type AssigneeRow = Pick<Selectable<Tables['operators']>, 'operator_id' | 'name'>;

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
    readNotes(db, { ticketIds: ids }),
    readAssignees(db, { operatorIds: rows.flatMap(({ ticket }) => ticket.assigned_to ?? []) }),
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

const readNotes = defineStatement<{ ticketIds: readonly string[] }, NoteRow>(
  ({ ticketIds }) => `
  select ticket_id, author, note, created_at from support_notes where ticket_id = any(${ticketIds}::text[])
  order by note_id`,
);

const readAssignees = defineStatement<{ operatorIds: readonly string[] }, AssigneeRow>(
  ({ operatorIds }) => `select operator_id, name from operators where operator_id = any(${operatorIds}::uuid[])`,
);

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

export const readTicketReplies = async (db: Kysely<Tables>, ticketIds: readonly string[]): Promise<TicketReplyRow[]> =>
  ticketIds.length === 0 ? [] : readReplies(db, { ticketIds });

const readReplies = defineStatement<{ ticketIds: readonly string[] }, TicketReplyRow>(
  ({ ticketIds }) => `
  select ticket_id, by_support, message, created_at from support_replies where ticket_id = any(${ticketIds}::text[])
  order by reply_id`,
);

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
