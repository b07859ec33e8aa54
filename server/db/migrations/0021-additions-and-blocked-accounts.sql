-- compatible-with-previous: yes
-- What comes along with a product: other products of the same game.
alter table products add column additional_skus text[] not null default '{}';

-- Whose account it is that is blocked: whoever has proved that it is his may know, and names it to support.
create or replace function refuse_blocked_account() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where account_id = new.account_id and blocked_at is not null) then
    raise exception 'The account is blocked.' using errcode = 'FX001', detail = new.account_id::text;
  end if;
  return null;
end $$;

create or replace function refuse_merge_of_blocked_account() returns trigger language plpgsql as $$
begin
  raise exception 'The account is blocked.' using errcode = 'FX001', detail = old.account_id::text;
end $$;
