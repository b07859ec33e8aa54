// Stored requests for a second person. Deciding is one conditional write. An approval is used in the transaction of the
// change that it allows, so neither exists without the other.
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import { expandPermissions, rolePermissions, type Permission } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { writeAuditEntry, type CallAudit, type RecordChange } from '#server/features/audit-log/audit-log.ts';
import { hasPermission, type OperatorCaller } from '#server/features/operators/operator-caller.ts';
import { hashState, type CallApproval, type CallInput } from './call-approval.ts';
import { isOpenApproval } from './is-open-approval.ts';
import { mailRequester, type ApprovalMailDeps } from './mail-approvals.ts';

export type ApprovalRow = Selectable<Tables['approvals']>;

export interface ExecutedCall {
  readonly name: string;
  readonly input: CallInput;
  readonly operator: OperatorCaller;
  readonly audit: CallAudit;
  readonly approval: CallApproval;
}

export type ExecuteCall = (call: ExecutedCall) => Promise<void>;

/** Open, not expired, and of another operator with whom the caller shares the permission. */
async function findForDecision(
  { kysely }: Pick<Database, 'kysely'>,
  operator: OperatorCaller,
  approvalId: string,
): Promise<ApprovalRow> {
  const row = await kysely
    .selectFrom('approvals')
    .selectAll()
    .where('approval_id', '=', approvalId)
    .where(isOpenApproval)
    .executeTakeFirst();
  if (!row || !mayDecide(operator, row)) throw new Problem('NotFound', 'There is no such request that you may decide.');
  // A key isn't a second person: the operator who asks may have made it.
  if (operator.kind !== 'operator') throw new Problem('Forbidden', 'Only an operator in the console can decide this.');
  if (row.requested_by === operator.id)
    throw new Problem('Forbidden', 'Another operator has to decide your own request.');
  return row;
}

/** Operators of a studio decide nothing. */
export const mayDecide = (operator: OperatorCaller, { permission }: Pick<ApprovalRow, 'permission'>): boolean =>
  operator.games === undefined && readPermissions(permission).every((each) => hasPermission(operator, each));

/** Stored with spaces between them. */
const readPermissions = (permission: string): readonly Permission[] => permission.split(' ') as Permission[];

export interface Decision {
  readonly operator: OperatorCaller;
  readonly approvalId: string;
  readonly reason: string | undefined;
  readonly audit: CallAudit;
}

/** The requester gets a mail about it. */
export async function approveRequest(
  database: Database,
  { operator, approvalId, reason, audit }: Decision,
  { execute, mailDeps }: { readonly execute: ExecuteCall; readonly mailDeps: ApprovalMailDeps },
): Promise<void> {
  const row = await findForDecision(database, operator, approvalId);
  if (!(await isStillAllowed(database.kysely, row)))
    throw new Problem('Conflict', `${row.requested_by_name} may no longer make this call. Reject the request.`);
  const executionId = randomUUID();
  const both: OperatorCaller = {
    ...operator,
    kind: row.requested_by_kind,
    id: row.requested_by,
    name: `${row.requested_by_name}, approved by ${operator.name}`,
  };
  const actor = { ...audit.actor, kind: both.kind, id: both.id, name: both.name, action: row.call };
  let isUsed = false;
  const change: RecordChange = async (trx, entry) => {
    if (await useApproval(trx, { approvalId, executionId, operator, reason })) {
      await audit.change(trx, {
        object: { kind: 'approval', id: approvalId, game: row.game ?? undefined },
        after: { Outcome: 'Approved' },
        reason,
      });
      await mailRequester(trx, { ...describeForMail(row), decidedBy: operator, outcome: 'approved', reason }, mailDeps);
    }
    isUsed = true;
    await writeAuditEntry(trx, actor, { ...entry, reason: entry.reason ?? row.reason });
  };
  await execute({
    name: row.call,
    input: row.input as unknown as CallInput,
    operator: both,
    audit: { ...audit, actor, change },
    approval: {
      require: async ({ state }) => {
        if (hashState(state) !== row.state)
          throw new Problem('Conflict', 'This has changed since it was requested. Reject it, and request it again.');
      },
    },
  });
  if (!isUsed) throw new Problem('Conflict', 'There is nothing left to change. Reject the request.');
}

/** True for the first change of this execution; a second execution fails. */
async function useApproval(
  trx: Transaction<Tables>,
  {
    approvalId,
    executionId,
    operator,
    reason,
  }: Pick<Decision, 'approvalId' | 'operator' | 'reason'> & { readonly executionId: string },
): Promise<boolean> {
  const used = await trx
    .updateTable('approvals')
    .set({ execution_id: executionId, ...decidedBy(operator, 'approved', reason) })
    .where('approval_id', '=', approvalId)
    .where(isOpenApproval)
    .executeTakeFirst();
  if (used.numUpdatedRows > 0n) return true;
  const own = await trx
    .selectFrom('approvals')
    .select('approval_id')
    .where('approval_id', '=', approvalId)
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  if (!own) throw new Problem('Conflict', 'Somebody else has decided this request.');
  return false;
}

const describeForMail = (row: ApprovalRow) => ({
  approvalId: row.approval_id,
  call: row.call,
  requestedBy: { kind: row.requested_by_kind, id: row.requested_by },
});

/** The requester gets a mail about it. */
export async function rejectRequest(database: Database, decision: Decision, mailDeps: ApprovalMailDeps): Promise<void> {
  const { operator: decidedBy, reason } = decision;
  const row = await findForDecision(database, decidedBy, decision.approvalId);
  await database.transaction(async (trx) => {
    await closeRequest(trx, decision, 'rejected');
    await mailRequester(trx, { ...describeForMail(row), decidedBy, outcome: 'rejected', reason }, mailDeps);
  });
}

export async function withdrawRequest(database: Database, decision: Decision): Promise<void> {
  const own = await database.kysely
    .selectFrom('approvals')
    .select('approval_id')
    .where('approval_id', '=', decision.approvalId)
    .where('requested_by', '=', decision.operator.id)
    .executeTakeFirst();
  if (!own) throw new Problem('NotFound', 'You have made no such request.');
  await database.transaction((trx) => closeRequest(trx, decision, 'withdrawn'));
}

async function closeRequest(
  trx: Transaction<Tables>,
  { operator, approvalId, reason, audit }: Decision,
  outcome: 'rejected' | 'withdrawn',
): Promise<void> {
  const closed = await trx
    .updateTable('approvals')
    .set(decidedBy(operator, outcome, reason))
    .where('approval_id', '=', approvalId)
    .where(isOpenApproval)
    .returning('game')
    .executeTakeFirst();
  if (!closed) throw new Problem('Conflict', 'This request is decided already, or has expired.');
  await audit.change(trx, {
    object: { kind: 'approval', id: approvalId, game: closed.game ?? undefined },
    after: { Outcome: outcome === 'rejected' ? 'Rejected' : 'Withdrawn' },
    reason,
  });
}

const decidedBy = (
  { id, name }: OperatorCaller,
  outcome: 'approved' | 'rejected' | 'withdrawn',
  reason: string | undefined,
) => ({
  outcome,
  decided_by: id,
  decided_by_name: name,
  decided_at: sql<Date>`now()`,
  decision_reason: reason ?? null,
});

/** Whether the operator who asked still has the permissions, and a studio still has the game. */
async function isStillAllowed(
  db: Kysely<Tables>,
  { requested_by_kind: kind, requested_by: id, permission, game }: ApprovalRow,
): Promise<boolean> {
  if (kind === 'key') {
    const key = await db
      .selectFrom('operator_keys')
      .select('scopes')
      .where('key_id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    const has = expandPermissions(key?.scopes ?? []);
    return readPermissions(permission).every((each) => has.includes(each));
  }
  const operator = await db
    .selectFrom('operators')
    .select(['role', 'studio'])
    .where('operator_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!operator || !readPermissions(permission).every((each) => rolePermissions[operator.role].includes(each)))
    return false;
  return operator.studio === null || game === null || hasGame(db, operator.studio, game);
}

async function hasGame(db: Kysely<Tables>, studio: string, game: string): Promise<boolean> {
  const row = await db
    .selectFrom('studio_games')
    .select('game')
    .where('studio', '=', studio)
    .where('game', '=', game)
    .executeTakeFirst();
  return row !== undefined;
}
