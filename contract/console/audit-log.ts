// The audit log: who did what to which object.
import { Type } from 'typebox';
import { route } from '#model/route.ts';
import { instant, object, oneOf, text } from '#model/schema.ts';

export const AuditLogEntry = object({
  EntryId: Type.Integer({ minimum: 1 }),
  At: instant,
  ActorKind: oneOf(['Operator', 'Key', 'Command']),
  ActorId: Type.Optional(text(36)),
  ActorName: text(200),
  Action: text(200, { description: 'The call or the command' }),
  ObjectKind: text(40),
  ObjectId: text(1400),
  Game: Type.Optional(text(63)),
  Before: Type.Optional(Type.Unknown({ description: 'Changed fields, before' })),
  After: Type.Optional(Type.Unknown({ description: 'Changed fields, afterwards' })),
  Reason: Type.Optional(text(1000)),
  Address: Type.Optional(text(60)),
  RequestId: Type.Optional(text(64)),
});

export const AuditLogFilter = {
  Actor: Type.Optional(text(200, { description: 'Id or name of an operator or key' })),
  ObjectKind: Type.Optional(text(40)),
  ObjectId: Type.Optional(text(1400)),
  Action: Type.Optional(text(200, { description: 'The beginning of an action' })),
  Game: Type.Optional(text(63, { description: 'Everything about a game: its builds, products, keys and requests' })),
  Since: Type.Optional(instant),
  Until: Type.Optional(instant),
};

export const auditLogRoutes = {
  entries: route({
    method: 'GET',
    path: '/operator/audit_log',
    access: ['operator'],
    permission: 'audit.read',
    summary: 'Entries of the audit log, latest first.',
    query: object({
      ...AuditLogFilter,
      BeforeEntryId: Type.Optional(Type.Integer({ minimum: 1, description: 'The next page: older than this entry' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
    }),
    reply: object({ Entries: Type.Array(AuditLogEntry) }),
  }),
  export: route({
    method: 'GET',
    path: '/operator/audit_log/export',
    access: ['operator'],
    permission: 'audit.read',
    audit: 'read',
    summary: 'Up to 10,000 entries as CSV, latest first. The export is recorded itself.',
    query: object(AuditLogFilter),
    reply: object({ Csv: Type.String({ maxLength: 100_000_000 }) }),
  }),
};
