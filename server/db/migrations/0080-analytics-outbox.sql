-- compatible-with-previous: yes
-- With ANALYTICS_URL, events wait here until they are in ClickHouse. The number of a row is part of the event's key there, so
-- that an event that is sent twice is stored once.
create table analytics_outbox (
  row_id bigint generated always as identity primary key,
  server_created_at timestamptz not null,
  created_at timestamptz not null,
  game text,
  -- No foreign key, as in analytics_events_by_day.
  account_id uuid,
  session_id text not null,
  platform integer not null,
  build_id integer not null,
  event_id integer not null,
  event_platform integer not null,
  event_build integer not null,
  fields jsonb not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000);
create index analytics_outbox_account on analytics_outbox (account_id) where account_id is not null;

-- One row once events have been sent to ClickHouse. The lease keeps two nodes from sending the same events.
create table analytics_sender (
  is_only boolean primary key default true check (is_only),
  lease_id uuid not null,
  leased_until timestamptz not null,
  last_used_at timestamptz not null default now()
);

-- Erased accounts whose events are still to be deleted in ClickHouse.
create table analytics_erasures (
  erased_id uuid primary key,
  requested_at timestamptz not null default now()
);
