// What a call with a second person asks: is this already approved, and does it need an approval at all? If it does, the
// request is stored and the caller gets `ApprovalRequired`.
import { hash, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { api } from '#contract/api.ts';
import type { Permission } from '#model/operator.ts';
import { Problem } from '#model/problem.ts';
import type { RouteGroup } from '#model/route.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AuditObject, CallAudit } from '#server/features/audit-log/audit-log.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import type { SecondPersonSettings } from '#server/read-second-person.ts';
import { isOpenApproval } from './is-open-approval.ts';
import { mailApprovers, type ApprovalMailDeps } from './mail-approvals.ts';

export interface ApprovalRequest {
  readonly object: AuditObject;
  /** What the approver sees and the call relies on. If it is different at the approval, the call fails with Conflict. */
  readonly state: object;
  readonly reason: string;
  /** What the requester and the approver must be allowed to do. Default: the call's permission. */
  readonly permissions?: readonly Permission[];
  /** When a second person is needed. Default: always. */
  readonly rule?: ApprovalRule;
}

/** `publishing`: operators of a studio that isn't trusted. The others: as the setting `SECOND_PERSON` says. */
export type ApprovalRule =
  | { readonly for: 'publishing' | 'prices' }
  | { readonly for: 'content'; readonly changesDocuments: boolean; readonly changesPrices: boolean }
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
  (database: Database, settings: SecondPersonSettings, mailDeps: ApprovalMailDeps): CreateCallApproval =>
  ({ operator, name, input, audit }) => ({
    require: async ({ object, state, reason, rule, permissions = [findPermission(name)] }) => {
      if (rule && !isNeeded(rule, operator, settings)) return;
      const approvalId = await database.transaction(async (trx) => {
        const stateHash = hashState(state);
        const open = await findSameRequest(trx, { operator, name, input, object, stateHash });
        if (open !== undefined) return open;
        const newId = randomUUID();
        const { expires_at: expiresAt } = await trx
          .insertInto('approvals')
          .values({
            approval_id: newId,
            call: name,
            permission: permissions.join(' '),
            input: JSON.stringify(input),
            object_kind: object.kind,
            object_id: object.id,
            game: object.game ?? null,
            state: stateHash,
            reason,
            requested_by_kind: operator.kind,
            requested_by: operator.id,
            requested_by_name: operator.name,
          })
          .returning('expires_at')
          .executeTakeFirstOrThrow();
        await audit.change(trx, {
          object: { kind: 'approval', id: newId, ...(object.game !== undefined && { game: object.game }) },
          after: { Call: name, ObjectKind: object.kind, ObjectId: object.id },
          reason,
        });
        await mailApprovers(
          trx,
          { approvalId: newId, call: name, permissions, reason, requestedBy: operator, expiresAt },
          mailDeps,
        );
        return newId;
      });
      throw new Problem('ApprovalRequired', undefined, { param: approvalId });
    },
  });

/** The operator's own open request for the same change, whatever its reason. */
async function findSameRequest(
  trx: Transaction<Tables>,
  {
    operator,
    name,
    input,
    object,
    stateHash,
  }: {
    readonly operator: OperatorCaller;
    readonly name: string;
    readonly input: CallInput;
    readonly object: AuditObject;
    readonly stateHash: string;
  },
): Promise<string | undefined> {
  const same = await trx
    .selectFrom('approvals')
    .select('approval_id')
    .where('call', '=', name)
    .where('object_kind', '=', object.kind)
    .where('object_id', '=', object.id)
    .where('requested_by', '=', operator.id)
    .where('state', '=', stateHash)
    .where(sql<boolean>`input #- '{body,Reason}' = ${JSON.stringify(input)}::jsonb #- '{body,Reason}'`)
    .where(isOpenApproval)
    .executeTakeFirst();
  return same?.approval_id;
}

export const hashState = (state: object): string => hash('sha256', JSON.stringify(state), 'base64url');

function isNeeded(rule: ApprovalRule, { studio }: OperatorCaller, settings: SecondPersonSettings): boolean {
  switch (rule.for) {
    case 'publishing':
      return studio !== undefined && !studio.isTrusted;
    case 'refunds':
      return settings.refundsFromUsdMinor !== undefined && rule.usdMinor >= settings.refundsFromUsdMinor;
    case 'prices':
      return settings.prices;
    case 'content':
      return (rule.changesDocuments && settings.documents) || (rule.changesPrices && settings.prices);
  }
}

function findPermission(name: string): Permission {
  const [area = '', call = ''] = name.split('.');
  const permission = (api as Readonly<Record<string, RouteGroup>>)[area]?.[call]?.permission;
  if (typeof permission !== 'string' || permission === 'any') throw new Error(`${name} doesn't name one permission.`);
  return permission;
}
