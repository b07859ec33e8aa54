-- compatible-with-previous: yes
-- Erasing an account also erases what the audit log says about the person: names, texts and reasons are replaced by a
-- mask. Who did what to which object, and when, stays.
create or replace function mask_audit_values(entry_values jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(entry_values) = 'object' then (
    select coalesce(jsonb_object_agg(field.key, case
      when jsonb_typeof(field.value) in ('number', 'boolean', 'null') then field.value
      -- States and ids. Fields that are not in this list are masked.
      when field.key in (
        'AssigneeId', 'Call', 'Change', 'DeleteAfter', 'Features', 'IdentityId', 'Leaderboard', 'MergeUndone', 'Merged',
        'ObjectId', 'ObjectKind', 'Outcome', 'Refund', 'RefundId', 'Removed', 'Scope', 'SentAgain', 'SessionId', 'State',
        'Status', 'Type', 'Until', 'attemptId', 'transactionId'
      ) then field.value
      else to_jsonb('[erased]'::text) end), '{}'::jsonb)
    from jsonb_each(entry_values) field
  ) end
$$;

create or replace function parse_uuid(id text) returns uuid language sql immutable as $$
  select case when id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id::uuid end
$$;

create or replace function is_erased_account(id text) returns boolean language sql stable as $$
  select exists (select from erasures where account_hash = sha256(convert_to(id, 'UTF8')))
    and not exists (select from accounts where account_id = parse_uuid(id))
$$;

-- Whether the entry is about an account that was erased. The tickets of an erased account are deleted, and its orders
-- and their deliveries belong to no account any more. The erasure itself keeps its reason.
create or replace function is_audit_entry_of_erased_account(kind text, id text, entry_after jsonb) returns boolean
language sql stable as $$
  select case
    when kind in ('player', 'review', 'leaderboard-entry') then
      entry_after -> 'Erased' is distinct from 'true'::jsonb and is_erased_account(id)
    when kind = 'ticket' then not exists (select from support_messages where ticket_id = id)
    when kind = 'order' then exists (select from orders where order_id = parse_uuid(id) and account_id is null)
    when kind = 'delivery' then exists (
      select from deliveries join orders using (order_id)
      where delivery_id = parse_uuid(id) and orders.account_id is null)
    when kind = 'approval' then exists (
      select from approvals
      where approval_id = parse_uuid(id) and (
        (object_kind = 'player' and is_erased_account(object_id))
        or (object_kind = 'order' and exists (
          select from orders where order_id = parse_uuid(object_id) and account_id is null))))
    else false end
$$;

create or replace function protect_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '365 days' then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    -- Nothing but masked values may differ.
    if to_jsonb(new) = to_jsonb(old) || jsonb_build_object(
        'before', mask_audit_values(old.before),
        'after', mask_audit_values(old.after),
        'reason', case when old.reason is not null then '[erased]' end)
      and is_audit_entry_of_erased_account(old.object_kind, old.object_id, old.after) then
      return new;
    end if;
  end if;
  raise exception 'The audit log can only grow; entries can be deleted after a year.' using errcode = 'insufficient_privilege';
end
$$;

-- Masking entries is recorded too, whoever does it.
create or replace function record_masked_audit_entries() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_kind, actor_name, action, object_kind, object_id, after)
  select 'command', 'account deletion', 'mask audit log', 'audit-log', 'mask',
    jsonb_build_object('Entries', count(*), 'FirstEntryId', min(entry_id), 'LastEntryId', max(entry_id))
  from masked having count(*) > 0;
  return null;
end
$$;

create or replace trigger audit_log_masks_are_recorded after update on audit_log
  referencing new table as masked for each statement execute function record_masked_audit_entries();

-- Accounts that were erased before this migration.
update audit_log set before = mask_audit_values(before), after = mask_audit_values(after),
  reason = case when reason is not null then '[erased]' end
where is_audit_entry_of_erased_account(object_kind, object_id, after)
  and (mask_audit_values(before), mask_audit_values(after), reason)
    is distinct from (before, after, case when reason is not null then '[erased]' end);
