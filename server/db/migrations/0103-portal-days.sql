-- compatible-with-previous: yes
alter table game_days
  -- Page loads in which the page of the game was shown.
  add column visits integer not null default 0,
  -- Accounts that paid an order.
  add column buyers integer not null default 0;

-- The figures of the whole portal by day: a player of two games counts once.
create table portal_days (
  day date primary key,
  players integer not null default 0,
  new_players integer not null default 0,
  sessions integer not null default 0,
  visits integer not null default 0,
  orders integer not null default 0,
  buyers integer not null default 0,
  revenue_usd_minor bigint not null default 0,
  refunded_usd_minor bigint not null default 0,
  returned_day1 integer not null default 0,
  returned_day7 integer not null default 0,
  returned_day30 integer not null default 0,
  computed_at timestamptz not null default now()
);

-- Started games by hour, for the overview.
create table portal_hours (
  hour timestamptz primary key,
  plays integer not null
);

-- Nodes that run now, with their build.
create table portal_nodes (
  node text primary key,
  build text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
