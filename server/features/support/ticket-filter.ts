import { sql, type RawBuilder } from 'kysely';

export interface TicketFilter {
  readonly status?: string | undefined;
  readonly game?: string | undefined;
  readonly assigneeId?: string | undefined;
  readonly isUnassigned?: boolean | undefined;
  /** The page starts behind this ticket. */
  readonly beforeTicketId?: string | undefined;
}

/** An SQL condition; what is undefined matches all. */
export function buildTicketFilterSql({
  status,
  game,
  assigneeId,
  isUnassigned,
  beforeTicketId,
}: TicketFilter): RawBuilder<boolean> {
  const conditions = [
    ...(status === undefined ? [] : [sql`status = ${status.toLowerCase()}`]),
    ...(game === undefined ? [] : [sql`game = ${game}`]),
    ...(assigneeId === undefined ? [] : [sql`assigned_to = ${assigneeId}::uuid`]),
    ...(isUnassigned === undefined ? [] : [isUnassigned ? sql`assigned_to is null` : sql`assigned_to is not null`]),
    // Last changed first; of one moment by id.
    ...(beforeTicketId === undefined
      ? []
      : [
          sql`changed_at <= (select changed_at from support_messages where ticket_id = ${beforeTicketId})
            and (changed_at < (select changed_at from support_messages where ticket_id = ${beforeTicketId})
              or ticket_id > ${beforeTicketId})`,
        ]),
  ];
  return sql<boolean>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}
