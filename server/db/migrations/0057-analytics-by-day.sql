-- compatible-with-previous: yes
-- Analytics events have one table per day (UTC) of their arrival, so that an old day is dropped at once. The days' tables
-- are in the schema `analytics`. There is no foreign key to accounts: checking it for each row would halve the speed, and
-- dropping a day would lock accounts.
create schema if not exists analytics;

create table analytics_events_by_day (
  server_created_at timestamptz not null,
  created_at timestamptz not null,
  -- The game that it is about: that of the session, else what the sender says.
  game text,
  -- Of the session that sent it.
  account_id uuid,
  session_id text not null,
  -- Of the envelope.
  platform integer not null,
  build_id integer not null,
  event_id integer not null,
  -- Of the event; if it has none, those of the envelope.
  event_platform integer not null,
  event_build integer not null,
  -- The numbered fields that were filled: I1 to I10, F1 to F10, S1 to S15, J1 to J4.
  fields jsonb not null
) partition by range (server_created_at);
create index analytics_events_by_day_account on analytics_events_by_day (account_id) where account_id is not null;

-- Events of days without a table, such as those of a restored backup, until a job creates it.
create table analytics.other_days partition of analytics_events_by_day default;

-- Which players started a game on a day, and the first day on which they did: for retention.
create table analytics_player_days (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  day date not null,
  first_day date not null,
  primary key (account_id, game, day)
);
create index analytics_player_days_by_day on analytics_player_days (day, game, first_day);

-- The figures of a game and day, computed by a job.
create table game_days (
  game text not null references games on delete cascade,
  day date not null,
  players integer not null default 0,
  new_players integer not null default 0,
  sessions integer not null default 0,
  -- The median of the sessions in milliseconds.
  time_to_play_ms integer,
  orders integer not null default 0,
  revenue_usd_minor bigint not null default 0,
  refunded_usd_minor bigint not null default 0,
  -- How many of the new players returned after so many days.
  returned_day1 integer not null default 0,
  returned_day7 integer not null default 0,
  returned_day30 integer not null default 0,
  computed_at timestamptz not null default now(),
  primary key (game, day)
);
create index game_days_by_day on game_days (day);
