import type { Kysely } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Tables } from '#server/db/tables.ts';
import type { AuditObject } from './audit-log.ts';

/** Two operators edit the same object: the second learns who changed it, when, and what. */
export async function buildConflict(db: Kysely<Tables>, { kind, id }: AuditObject): Promise<Problem> {
  const last = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'at', 'before', 'after'])
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return new Problem('Conflict', 'Somebody changed this since you opened it. Load it again.');
  const fields = [...new Set([...Object.keys(last.before ?? {}), ...Object.keys(last.after ?? {})])];
  const what = fields.length === 0 ? '' : `: ${fields.slice(0, 10).join(', ')}`;
  return new Problem(
    'Conflict',
    `${last.actor_name} changed this at ${last.at.toISOString()}${what}. Load it again and repeat your change.`,
  );
}
