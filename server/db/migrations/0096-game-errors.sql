-- compatible-with-previous: yes
-- Errors of games, grouped by day and by what happened. Nothing about players.
create table game_errors (
  game text not null references games on delete cascade,
  day date not null,
  -- A hash of kind, message and place.
  fingerprint text not null,
  kind text not null,
  message text not null,
  place text not null,
  count integer not null,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- How often by browser and by build, at most some of each.
  browsers jsonb not null,
  builds jsonb not null,
  primary key (game, day, fingerprint)
);
create index game_errors_by_day on game_errors (day);
