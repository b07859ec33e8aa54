-- An operator can block an account: nobody begins a session with it, by whatever way. The rule stands here, where no new way
-- to sign in can forget it; the server makes the problem AccountBlocked of its code.

alter table accounts add column blocked_at timestamptz;

-- Each of its statements sees what was committed by then. It fires after the check of the foreign key (triggers come in the
-- order of their names), and that check waits for whoever is blocking the account at this moment.
create function refuse_blocked_account() returns trigger language plpgsql as $$
begin
  if exists (select from accounts where account_id = new.account_id and blocked_at is not null) then
    raise exception 'The account is blocked.' using errcode = 'FX001';
  end if;
  return null;
end $$;

create trigger sessions_of_blocked_accounts after insert on sessions
  for each row execute function refuse_blocked_account();
create trigger refresh_tokens_of_blocked_accounts after insert on refresh_tokens
  for each row execute function refuse_blocked_account();

-- Merging a blocked account into another would be a way around it.
create function refuse_merge_of_blocked_account() returns trigger language plpgsql as $$
begin
  raise exception 'The account is blocked.' using errcode = 'FX001';
end $$;

create trigger merges_of_blocked_accounts before update of merged_into on accounts
  for each row when (old.blocked_at is not null and new.merged_into is not null and old.merged_into is null)
  execute function refuse_merge_of_blocked_account();
