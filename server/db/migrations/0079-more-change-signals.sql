-- compatible-with-previous: yes
-- Nodes keep single games with their ratings, the newest builds of games, and profiles in memory; see 0071.

-- Reviews change the rating of their game.
create trigger signal_change after insert or delete on reviews
  for each row execute function signal_change('rating', 'game');
create trigger signal_update after update on reviews
  for each row when (old.* is distinct from new.*) execute function signal_change('rating', 'game');
create trigger signal_truncate after truncate on reviews
  for each statement execute function signal_change('rating');

create trigger signal_change after insert or delete on builds
  for each row execute function signal_change('build', 'game');
create trigger signal_update after update on builds
  for each row when (old.* is distinct from new.*) execute function signal_change('build', 'game');
create trigger signal_truncate after truncate on builds
  for each statement execute function signal_change('build');

-- A profile shows columns of the account, its identities and its connected games. An account that this transaction has
-- created is in no memory yet: sign-ups send no signal, because commits with a signal wait for each other.
create function signal_account_change() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_level = 'STATEMENT' then
    perform pg_notify('fxid', 'account:');
    return null;
  end if;
  foreach changed in array array[old.account_id, new.account_id] loop
    if changed is not null and not exists (
      select from accounts where account_id = changed and created_at = now()
    ) then
      perform pg_notify('fxid', 'account:' || changed);
    end if;
  end loop;
  return null;
end $$;

create trigger signal_change after delete on accounts
  for each row execute function signal_account_change();
create trigger signal_update after update on accounts
  for each row when ((old.name, old.email, old.locale) is distinct from (new.name, new.email, new.locale))
  execute function signal_account_change();
create trigger signal_truncate after truncate on accounts
  for each statement execute function signal_account_change();

create trigger signal_change after insert or delete on social_identities
  for each row execute function signal_account_change();
create trigger signal_update after update on social_identities
  for each row when (
    (old.account_id, old.type, old.external_id, old.confirmed, old.created_at)
      is distinct from (new.account_id, new.type, new.external_id, new.confirmed, new.created_at)
  )
  execute function signal_account_change();
create trigger signal_truncate after truncate on social_identities
  for each statement execute function signal_account_change();

create trigger signal_change after insert or delete on connected_games
  for each row execute function signal_account_change();
create trigger signal_update after update on connected_games
  for each row when (
    (old.account_id, old.game, old.game_uid, old.connected_at)
      is distinct from (new.account_id, new.game, new.game_uid, new.connected_at)
  )
  execute function signal_account_change();
create trigger signal_truncate after truncate on connected_games
  for each statement execute function signal_account_change();
