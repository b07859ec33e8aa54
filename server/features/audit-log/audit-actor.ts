// Who began what a job completes: the actor travels with the job, and the change is recorded in its transaction.
import { Type, type Static } from 'typebox';
import { object, oneOf, text } from '#model/schema.ts';
import { writeAuditEntry, type AuditActor, type RecordChange } from './audit-log.ts';

const nullable = (maxLength: number) => Type.Union([text(maxLength), Type.Null()]);

export const AuditActorData = object({
  kind: oneOf(['operator', 'key', 'command']),
  id: nullable(64),
  name: text(200),
  action: text(200),
  address: nullable(60),
  requestId: nullable(64),
});

export const recordAs =
  (actor: Static<typeof AuditActorData>): RecordChange =>
  (trx, entry) =>
    writeAuditEntry(trx, actor satisfies AuditActor, entry);
