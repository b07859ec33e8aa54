-- compatible-with-previous: yes
-- Saves of games: the current state here, earlier ones in `save_revisions`.
create table saves (
  save_id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  -- From the clock in milliseconds, so that no revision of one save is one of another, also after accounts are merged.
  revision bigint not null,
  keys jsonb not null,
  -- Of keys and values in UTF-8.
  bytes integer not null,
  device text,
  -- Two devices can have the same name.
  device_id uuid,
  summary text,
  origin text not null check (origin in ('device', 'server', 'restore', 'merge')),
  -- The last write, to recognise it if it is repeated.
  write_id uuid,
  -- When this device began to write. Its writes within five minutes are one revision in the history.
  started_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- From an account that was merged into one with a save of the same game, until the player has chosen one of the two.
  is_copy boolean not null default false,
  -- A chosen copy is kept as long as the merge can be undone.
  resolved_at timestamptz check (resolved_at is null or is_copy)
);
create unique index saves_current on saves (account_id, game) where not is_copy;
create index saves_by_account on saves (account_id);
create index saves_by_game on saves (game);
create index saves_resolved on saves (resolved_at) where resolved_at is not null;

create table save_revisions (
  save_id uuid not null references saves on delete cascade,
  revision bigint not null,
  keys jsonb not null,
  bytes integer not null,
  device text,
  summary text,
  origin text not null,
  write_id uuid,
  updated_at timestamptz not null,
  -- When it stopped being the current one.
  kept_at timestamptz not null default clock_timestamp(),
  primary key (save_id, revision)
);
