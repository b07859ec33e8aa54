// Who works on a ticket, and notes that only operators read.
import { operatorRoles, rolePermissions } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import { buildTicketObject } from './send-support-reply.ts';

const rolesWithSupport = operatorRoles.filter((role) => rolePermissions[role].includes('support.answer'));

export async function listAssignees({
  kysely,
}: Pick<Database, 'kysely'>): Promise<{ OperatorId: string; Name: string }[]> {
  const rows = await kysely
    .selectFrom('operators')
    .select(['operator_id', 'name'])
    .where('removed_at', 'is', null)
    .where('role', 'in', rolesWithSupport)
    .orderBy('name')
    .execute();
  return rows.map(({ operator_id, name }) => ({ OperatorId: operator_id, Name: name }));
}

export interface TicketAssignment {
  readonly ticketId: string;
  /** Undefined: nobody. */
  readonly operatorId: string | undefined;
  readonly record: RecordChange;
}

export async function assignTicket(
  database: Database,
  { ticketId, operatorId, record }: TicketAssignment,
): Promise<void> {
  if (operatorId !== undefined && !(await listAssignees(database)).some(({ OperatorId }) => OperatorId === operatorId))
    throw new Problem('NotFound', 'There is no operator with this id who can answer tickets.');
  await database.transaction(async (trx) => {
    const before = await trx
      .selectFrom('support_messages')
      .selectAll()
      .where('ticket_id', '=', ticketId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new Problem('NotFound', 'There is no such ticket.');
    await trx
      .updateTable('support_messages')
      .set({ assigned_to: operatorId ?? null })
      .where('ticket_id', '=', ticketId)
      .execute();
    await record(trx, {
      object: buildTicketObject(before),
      before: { AssigneeId: before.assigned_to },
      after: { AssigneeId: operatorId ?? null },
    });
  });
}

export interface TicketNote {
  readonly ticketId: string;
  readonly author: string;
  readonly note: string;
  readonly record: RecordChange;
}

export async function addTicketNote(database: Database, { ticketId, author, note, record }: TicketNote): Promise<void> {
  await database.transaction(async (trx) => {
    const ticket = await trx
      .selectFrom('support_messages')
      .selectAll()
      .where('ticket_id', '=', ticketId)
      .forKeyShare()
      .executeTakeFirst();
    if (!ticket) throw new Problem('NotFound', 'There is no such ticket.');
    await trx.insertInto('support_notes').values({ ticket_id: ticketId, author, note }).execute();
    // The note goes with the ticket when a player is erased, so the log doesn't repeat it.
    await record(trx, { object: buildTicketObject(ticket), after: { Noted: true } });
  });
}
