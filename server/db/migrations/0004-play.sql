-- Playing: builds of games, events of play with their rules and quests, analytics, messages to support, push subscriptions.

create table builds (
  build_id uuid primary key,
  game text not null references games on delete cascade,
  ota_version text not null,
  build_number integer not null check (build_number >= 0),
  -- Absent: for every platform.
  platform text,
  build_type text not null check (build_type in ('Unity', 'Iframe')),
  sha text not null,
  description text not null default '',
  change_set text not null default '',
  metadata jsonb not null default '{}',
  -- Where its page is: a path on the host of the game.
  url text not null check (url ~ '^/([^/\\]|$)'),
  install_url text,
  created_at timestamptz not null default now(),
  unique nulls not distinct (game, ota_version, build_number, platform)
);

-- Which events of a game are wanted. A game without rules wants them all.
create table event_rules (
  rule_id uuid primary key,
  game text not null references games on delete cascade,
  position integer not null default 0,
  code text not null,
  filter1 text,
  filter2 text,
  filter3 text
);
create index event_rules_by_game on event_rules (game, position);

create table in_game_events (
  account_id uuid not null references accounts on delete cascade,
  -- Chosen by who sends it, so that sending again records nothing twice.
  event_id uuid not null,
  game text not null references games on delete cascade,
  code text not null,
  value double precision,
  p1 text,
  p2 text,
  p3 text,
  created_at timestamptz not null default now(),
  primary key (account_id, event_id)
);
create index in_game_events_by_age on in_game_events (created_at);
create index in_game_events_by_game on in_game_events (game, created_at);

-- A quest advances with the events that its code and filters let through: by one each, or by their values.
create table quests (
  quest_id uuid primary key,
  game text not null references games on delete cascade,
  position integer not null default 0,
  titles jsonb not null,
  code text not null,
  filter1 text,
  filter2 text,
  filter3 text,
  adds text not null default 'one' check (adds in ('one', 'value')),
  goal integer not null check (goal > 0),
  is_active boolean not null default true
);
create index quests_by_game on quests (game, position);

create table quest_progress (
  account_id uuid not null references accounts on delete cascade,
  quest_id uuid not null references quests on delete cascade,
  progress integer not null check (progress >= 0),
  updated_at timestamptz not null default now(),
  primary key (account_id, quest_id)
);
create index quest_progress_by_quest on quest_progress (quest_id);

-- Players' ids in one game that another may know.
create table shared_games (
  game text not null references games on delete cascade,
  shown_to text not null references games on delete cascade,
  primary key (game, shown_to),
  check (game <> shown_to)
);
create index shared_games_by_viewer on shared_games (shown_to);

create table analytics_events (
  row_id bigint generated always as identity primary key,
  -- Whose session sent it; absent: nobody was signed in.
  account_id uuid references accounts on delete cascade,
  session_id text not null,
  platform integer not null,
  build_id integer not null,
  event_id integer not null,
  -- What the sender says about itself; nothing rests on it.
  user_id text,
  event_build integer,
  event_platform integer,
  -- The numbered fields that were filled: I1 to I10, F1 to F10, S1 to S15, J1 to J4.
  fields jsonb not null,
  created_at timestamptz not null,
  server_created_at timestamptz not null
);
create index analytics_events_by_age on analytics_events (server_created_at);
create index analytics_events_by_account on analytics_events (account_id) where account_id is not null;

create table support_messages (
  ticket_id text primary key,
  account_id uuid references accounts on delete cascade,
  game text references games on delete set null,
  email text not null,
  message text not null,
  locale text not null,
  created_at timestamptz not null default now()
);
create index support_messages_by_account on support_messages (account_id) where account_id is not null;
create index support_messages_by_email on support_messages (email, created_at desc);
create index support_messages_by_age on support_messages (created_at);

create table push_subscriptions (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  -- SHA-256 of the address to which messages are posted: that address is a secret of the browser.
  endpoint_hash bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, game, endpoint_hash)
);
create index push_subscriptions_by_endpoint on push_subscriptions (endpoint_hash);
