-- compatible-with-previous: yes
-- What operators did to an account with `npm run players`.
create table player_acts (
  act_id bigint generated always as identity primary key,
  account_id uuid not null references accounts on delete cascade,
  act text not null,
  detail text not null default '',
  operator text not null,
  acted_at timestamptz not null default now()
);
create index player_acts_by_account on player_acts (account_id, act_id);

-- How the service calls the player, for the profile.
alter table service_connections add column name text not null default '';

-- Tokens of connections that were removed, until the service has revoked them. Nothing here names the player.
create table service_revocations (
  revocation_id bigint generated always as identity primary key,
  service text not null,
  game text not null,
  sealed bytea not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index service_revocations_due on service_revocations (due_at);

-- A trigger, because accounts, games and merges delete connections by foreign keys.
create function queue_service_revocation() returns trigger language plpgsql as $$
begin
  -- A merge sets rows aside for undoing.
  if coalesce(current_setting('fxid.sets_rows_aside', true), '') <> 'on' then
    insert into service_revocations (service, game, sealed) values (old.service, old.game, old.sealed);
  end if;
  return null;
end
$$;

create trigger service_connections_removed after delete on service_connections
  for each row execute function queue_service_revocation();
create trigger service_connections_replaced after update of external_id on service_connections
  for each row when (old.external_id is distinct from new.external_id) execute function queue_service_revocation();

-- Once a merge can't be undone, connections that it set aside end.
create function queue_set_aside_revocations() returns trigger language plpgsql as $$
begin
  insert into service_revocations (service, game, sealed)
  select kept ->> 'service', kept ->> 'game', (kept ->> 'sealed')::bytea
  from jsonb_array_elements(old.changes -> 'parked') as parked, jsonb_array_elements(parked -> 'rows') as kept
  where parked ->> 'table' = 'service_connections';
  return null;
end
$$;

create trigger merges_forgotten after delete on merges
  for each row when (old.undone_at is null) execute function queue_set_aside_revocations();
