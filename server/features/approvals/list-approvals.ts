import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Approval } from '#contract/console/approvals.ts';
import type { Database } from '#server/db/database.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import type { ApprovalRow } from './approvals.ts';
import { isOpenApproval } from './is-open-approval.ts';

export interface ApprovalFilter {
  readonly isOpen: boolean;
  readonly beforeApprovalId: string | undefined;
  readonly limit: number;
}

/** What the operator may decide, and the operator's own requests; latest first. */
export async function listApprovals(
  { kysely }: Pick<Database, 'kysely'>,
  operator: OperatorCaller,
  { isOpen, beforeApprovalId, limit }: ApprovalFilter,
): Promise<Static<typeof Approval>[]> {
  const decidable = operator.games === undefined ? operator.permissions : [];
  const rows = await kysely
    .selectFrom('approvals')
    .selectAll()
    .where(isOpen ? isOpenApproval : sql<boolean>`not ${isOpenApproval}`)
    // PostgreSQL believes that few rows satisfy `<@` and would sort the whole table, so the result is compared as a number.
    .where(
      sql<boolean>`(requested_by = ${operator.id}
        or (string_to_array(permission, ' ') <@ ${[...decidable]}::text[])::integer <> 0)`,
    )
    .$if(beforeApprovalId !== undefined, (query) =>
      query.where(
        sql<boolean>`(requested_at, approval_id) <
          (select requested_at, approval_id from approvals where approval_id = ${beforeApprovalId ?? ''}::uuid)`,
      ),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('approval_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => describeApproval(row, operator, isOpen));
}

/** How many requests of others the operator may decide now. */
export async function countWaitingApprovals(
  { kysely }: Pick<Database, 'kysely'>,
  operator: OperatorCaller,
): Promise<number> {
  // A key decides nothing, and neither do operators of a studio.
  if (operator.kind !== 'operator' || operator.games !== undefined) return 0;
  const { count } = await kysely
    .selectFrom('approvals')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOpenApproval)
    .where('requested_by', '<>', operator.id)
    .where(sql<boolean>`string_to_array(permission, ' ') <@ ${[...operator.permissions]}::text[]`)
    .executeTakeFirstOrThrow();
  return count;
}

const describeApproval = (row: ApprovalRow, { id }: OperatorCaller, isOpen: boolean): Static<typeof Approval> => ({
  ApprovalId: row.approval_id,
  Call: row.call,
  Permission: row.permission,
  Input: joinInput(row.input),
  ObjectKind: row.object_kind,
  ObjectId: row.object_id,
  ...(row.game !== null && { Game: row.game }),
  Reason: row.reason,
  RequestedBy: row.requested_by_name,
  IsOwn: row.requested_by === id,
  RequestedAt: row.requested_at.toISOString(),
  ExpiresAt: row.expires_at.toISOString(),
  ...(!isOpen && { Outcome: outcomes[row.outcome ?? 'expired'] }),
  ...(row.decided_by_name !== null && { DecidedBy: row.decided_by_name }),
  ...(row.decided_at !== null && { DecidedAt: row.decided_at.toISOString() }),
  ...(row.decision_reason !== null && { DecisionReason: row.decision_reason }),
});

const joinInput = ({ params, query, body }: ApprovalRow['input']): object => ({ ...params, ...query, ...body });

const outcomes = { approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn', expired: 'Expired' } as const;
