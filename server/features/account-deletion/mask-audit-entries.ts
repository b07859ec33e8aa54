// Erases what operators wrote about a person: names, texts and reasons in the audit log, and in approvals. The log is
// protected by a trigger, which admits nothing but this mask, and only in entries about erased accounts.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { buildEmailAddressesSql } from './export-account.ts';

export const erasedText = '[erased]';

/** Entries are found by their objects. Tickets and orders no longer name the account once it is erased. */
export interface AuditedObject {
  readonly kind: string;
  readonly id: string;
}

export async function findAuditedObjects(
  trx: Transaction<Tables>,
  accountIds: readonly string[],
): Promise<AuditedObject[]> {
  const ids = sql`any(${[...accountIds]}::uuid[])`;
  const { rows } = await sql<AuditedObject>`
    with objects (kind, id) as (
      select kind, account_id from unnest(array['player', 'review', 'leaderboard-entry']) kind,
        unnest(${[...accountIds]}::text[]) account_id
      union all select 'ticket', ticket_id from support_messages
        where account_id = ${ids} or email in (${buildEmailAddressesSql(accountIds)})
      union all select 'order', order_id::text from orders where account_id = ${ids}
      union all select 'delivery', d.delivery_id::text from orders o join deliveries d using (order_id)
        where o.account_id = ${ids}
    )
    select kind, id from objects
    union all
    select 'approval', a.approval_id::text from approvals a
    where (a.object_kind, a.object_id) in (select kind, id from objects where kind in ('player', 'order'))`.execute(
    trx,
  );
  return rows;
}

/** Call it once the accounts are erased, and once the erasure itself is recorded. */
export async function maskAuditEntries(trx: Transaction<Tables>, objects: readonly AuditedObject[]): Promise<void> {
  const listed = sql`
    select * from unnest(${objects.map(({ kind }) => kind)}::text[], ${objects.map(({ id }) => id)}::text[])`;
  await sql`
    update audit_log e set before = mask_audit_values(e.before), after = mask_audit_values(e.after),
      reason = case when e.reason is not null then ${erasedText} end
    from (${listed}) as about (kind, id)
    where e.object_kind = about.kind and e.object_id = about.id
      and is_audit_entry_of_erased_account(e.object_kind, e.object_id, e.after)
      and (mask_audit_values(e.before), mask_audit_values(e.after), e.reason)
        is distinct from (e.before, e.after, case when e.reason is not null then ${erasedText} end)`.execute(trx);
  await sql`
    update approvals a set reason = ${erasedText},
      input = jsonb_set(a.input, '{body,Reason}', to_jsonb(${erasedText}::text), false),
      decision_reason = case when decision_reason is not null then ${erasedText} end
    from (${listed}) as about (kind, id)
    where about.kind = 'approval' and a.approval_id = parse_uuid(about.id)`.execute(trx);
}
