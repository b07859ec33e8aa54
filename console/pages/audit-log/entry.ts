import type { Static } from 'typebox';
import type { AuditLogEntry } from '#contract/console/audit-log.ts';

export type Entry = Static<typeof AuditLogEntry>;
