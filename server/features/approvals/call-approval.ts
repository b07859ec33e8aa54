// What a call with a second person asks: is this already approved, and does it need an approval at all? If it does, the
// request is stored and the caller gets `ApprovalRequired`.
import { hash, randomUUID } from 'node:crypto';
import { api } from '#contract/api.ts';
import { Problem } from '#model/problem.ts';
import type { RouteGroup } from '#model/route.ts';
import type { Database } from '#server/db/database.ts';
import type { AuditObject, CallAudit } from '#server/features/audit-log/audit-log.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import type { SecondPersonSettings } from '#server/read-second-person.ts';

export interface ApprovalRequest {
  readonly object: AuditObject;
  /** What the approver sees and the call relies on. If it is different at the approval, the call fails with Conflict. */
  readonly state: object;
  readonly reason: string;
  /** When a second person is needed. Default: always. */
  readonly rule?: ApprovalRule;
}

/** `publishing`: operators of a studio that isn't trusted. The others: as the setting `SECOND_PERSON` says. */
export type ApprovalRule =
  | { readonly for: 'publishing' | 'documents' | 'prices' }
  | { readonly for: 'refunds'; readonly usdMinor: number };

export interface CallApproval {
  /** Call it once everything is checked and before anything is changed. */
  require(request: ApprovalRequest): Promise<void>;
}

export interface CallInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export type CreateCallApproval = (call: {
  readonly operator: OperatorCaller;
  readonly name: string;
  readonly input: CallInput;
  readonly audit: CallAudit;
}) => CallApproval;

export const createCallApprovals =
  (database: Database, settings: SecondPersonSettings): CreateCallApproval =>
  ({ operator, name, input, audit }) => ({
    require: async ({ object, state, reason, rule }) => {
      if (rule && !isNeeded(rule, operator, settings)) return;
      const approvalId = randomUUID();
      await database.transaction(async (trx) => {
        await trx
          .insertInto('approvals')
          .values({
            approval_id: approvalId,
            call: name,
            permission: findPermission(name),
            input: JSON.stringify(input),
            object_kind: object.kind,
            object_id: object.id,
            game: object.game ?? null,
            state: hashState(state),
            reason,
            requested_by_kind: operator.kind,
            requested_by: operator.id,
            requested_by_name: operator.name,
          })
          .execute();
        await audit.change(trx, {
          object: { kind: 'approval', id: approvalId, ...(object.game !== undefined && { game: object.game }) },
          after: { Call: name, ObjectKind: object.kind, ObjectId: object.id },
          reason,
        });
      });
      throw new Problem('ApprovalRequired', undefined, { param: approvalId });
    },
  });

export const hashState = (state: object): string => hash('sha256', JSON.stringify(state), 'base64url');

function isNeeded(rule: ApprovalRule, { studio }: OperatorCaller, settings: SecondPersonSettings): boolean {
  switch (rule.for) {
    case 'publishing':
      return studio !== undefined && !studio.isTrusted;
    case 'refunds':
      return settings.refundsFromUsdMinor !== undefined && rule.usdMinor >= settings.refundsFromUsdMinor;
    case 'documents':
    case 'prices':
      return settings[rule.for];
  }
}

function findPermission(name: string): string {
  const [area = '', call = ''] = name.split('.');
  const permission = (api as Readonly<Record<string, RouteGroup>>)[area]?.[call]?.permission;
  if (permission === undefined) throw new Error(`${name} names no permission.`);
  return permission;
}
