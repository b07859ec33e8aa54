-- compatible-with-previous: yes
-- Players report players. What is reported is a player under one name: repeating it is the same report, and after a
-- rename the player can be reported again.
create table if not exists player_reports (
  report_id uuid primary key default gen_random_uuid(),
  -- Who reports.
  account_id uuid not null references accounts on delete cascade,
  reported_account_id uuid not null references accounts on delete cascade,
  reported_name text not null,
  reason text not null,
  text text not null default '',
  -- Where the player was seen, if it was on a leaderboard.
  game text references games on delete set null,
  leaderboard text,
  created_at timestamptz not null default now(),
  -- Absent: it waits for a moderator.
  resolved_at timestamptz,
  resolution text check (resolution in ('dismissed', 'renamed', 'scores-hidden', 'blocked')),
  check ((resolved_at is null) = (resolution is null)),
  unique (account_id, reported_account_id, reported_name)
);
create index if not exists player_reports_by_reported_account on player_reports (reported_account_id);
create index if not exists player_reports_by_game on player_reports (game);
create index if not exists open_player_reports on player_reports (reported_account_id) where resolved_at is null;
create index if not exists player_reports_by_time on player_reports (account_id, created_at);
