import type { Database } from '#server/db/database.ts';
import type { ApiCall, AreaHandlers } from '#server/http/implement-api.ts';
import type { Route } from '#model/route.ts';
import { approveRequest, rejectRequest, withdrawRequest, type ExecuteCall } from './approvals.ts';
import { listApprovals } from './list-approvals.ts';

export const createApprovalRoutes = (
  database: Database,
  execute: (caller: ApiCall<Route>['caller']) => ExecuteCall,
): AreaHandlers<'operatorApprovals'> => ({
  list: async ({ operator, query: { IsOpen = true, BeforeApprovalId, Limit = 50 } }) => ({
    Approvals: await listApprovals(database, operator, {
      isOpen: IsOpen,
      beforeApprovalId: BeforeApprovalId,
      limit: Limit,
    }),
  }),
  approve: async ({ operator, audit, caller, body: { ApprovalId, Reason } }) => {
    await approveRequest(database, { operator, approvalId: ApprovalId, reason: Reason, audit }, execute(caller));
    return { Success: true };
  },
  reject: async ({ operator, audit, body: { ApprovalId, Reason } }) => {
    await rejectRequest(database, { operator, approvalId: ApprovalId, reason: Reason, audit });
    return { Success: true };
  },
  withdraw: async ({ operator, audit, body: { ApprovalId, Reason } }) => {
    await withdrawRequest(database, { operator, approvalId: ApprovalId, reason: Reason, audit });
    return { Success: true };
  },
});
