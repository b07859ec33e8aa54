import { sql, type Kysely } from 'kysely';
import type { OperatorRole } from '#model/operator.ts';
import type { Tables } from '#server/db/tables.ts';

export interface ListedOperator {
  readonly operatorId: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly studio: string | null;
  readonly hasSecondFactor: boolean;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

/** @param only one operator, by id */
export async function listOperators(db: Kysely<Tables>, only?: string): Promise<ListedOperator[]> {
  const query = db
    .selectFrom('operators')
    .select(['operator_id', 'email', 'name', 'role', 'studio', 'invited_by', 'created_at', 'last_seen_at'])
    .select(
      sql<boolean>`totp_sealed is not null
        or exists (select from operator_passkeys p where p.operator_id = operators.operator_id)`.as(
        'has_second_factor',
      ),
    )
    .where('removed_at', 'is', null)
    .orderBy('email');
  const rows = await (only === undefined ? query : query.where('operator_id', '=', only)).execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    email: row.email,
    name: row.name,
    role: row.role,
    studio: row.studio,
    hasSecondFactor: row.has_second_factor,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }));
}
