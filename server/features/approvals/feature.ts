import type { QueueMail } from '#server/features/mail/queue-mail.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import type { ApiCall, ApiCallHandler, ApiHandlers } from '#server/http/implement-api.ts';
import type { Route } from '#model/route.ts';
import type { ExecuteCall } from './approvals.ts';
import { createCallApprovals } from './call-approval.ts';
import { createApprovalRoutes } from './console-routes.ts';

interface ApprovalsFeatureDeps extends Pick<Infrastructure, 'database' | 'config'> {
  /** All calls. Read when one is approved. */
  readonly findHandlers: () => ApiHandlers;
  readonly queueMail: QueueMail;
}

export function createApprovalsFeature({ database, config, findHandlers, queueMail }: ApprovalsFeatureDeps) {
  const mailDeps = { consoleUrl: config.consoleUrl, queueMail };
  const execute =
    (caller: ApiCall<Route>['caller']): ExecuteCall =>
    async ({ name, input, ...call }) => {
      const [area = '', own = ''] = name.split('.');
      const handlers = findHandlers() as unknown as Record<string, Record<string, ApiCallHandler<Route>> | undefined>;
      const handler = handlers[area]?.[own];
      if (!handler) throw new Error(`${name} was to be approved, but there is no such call any more.`);
      // The input was checked when it was stored. No call with a second person has a session.
      await handler({ ...input, ...call, caller } as unknown as ApiCall<Route>);
    };
  return {
    createCallApproval: createCallApprovals(database, config.secondPerson, mailDeps),
    routes: { operatorApprovals: createApprovalRoutes(database, execute, mailDeps) },
  };
}
