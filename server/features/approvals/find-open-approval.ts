import type { Database } from '#server/db/database.ts';
import type { AuditObject } from '#server/features/audit-log/audit-log.ts';
import type { ApprovalRow } from './approvals.ts';
import { isOpenApproval } from './is-open-approval.ts';

/** The latest request about an object that waits for a second person. */
export function findOpenApproval(
  { kysely }: Pick<Database, 'kysely'>,
  { kind, id }: Pick<AuditObject, 'kind' | 'id'>,
): Promise<ApprovalRow | undefined> {
  return kysely
    .selectFrom('approvals')
    .selectAll()
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .where(isOpenApproval)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
