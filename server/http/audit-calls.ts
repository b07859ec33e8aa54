// Gives an operator's call its audit log, and checks that the call used it.
import type { FastifyRequest } from 'fastify';
import type { Route } from '#model/route.ts';
import {
  createCallAudit,
  type AuditActor,
  type AuditObject,
  type CallAudit,
} from '#server/features/audit-log/audit-log.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';

export type WriteReads = (actor: AuditActor, objects: readonly AuditObject[]) => Promise<void>;

export function auditCalls(
  operator: OperatorCaller,
  { audit: declared }: Pick<Route, 'audit'>,
  {
    request,
    name,
    options,
  }: {
    readonly request: FastifyRequest;
    readonly name: string;
    readonly options: { readonly writeReads: WriteReads; readonly checkReplies: boolean };
  },
): { readonly call: CallAudit; readonly finish: () => Promise<void> } {
  const audit = createCallAudit(operator, { action: name, address: request.ip, requestId: request.id });
  return {
    call: audit,
    finish: async () => {
      const { hasChange, hasNoChange, reads } = audit.recorded;
      const isComplete =
        (declared === 'change') === (hasChange || hasNoChange) && (declared === 'read') === reads.length > 0;
      if (options.checkReplies && !isComplete)
        throw new Error(`${name} declares audit "${declared ?? ''}" and recorded something else.`);
      if (reads.length > 0) await options.writeReads(audit.actor, reads);
    },
  };
}
