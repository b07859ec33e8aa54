-- compatible-with-previous: yes
-- What players can unlock in a game. The game's code names them, so the code is the key.
create table achievements (
  game text not null references games on delete cascade,
  code text not null,
  position integer not null default 0,
  names jsonb not null,
  descriptions jsonb not null default '{}',
  icons jsonb not null default '{}',
  points integer not null default 0 check (points >= 0),
  -- Unlocked when the player's progress reaches it.
  target integer not null default 1 check (target >= 1),
  is_hidden boolean not null default false,
  is_active boolean not null default true,
  unlocked_by text not null default 'game' check (unlocked_by in ('game', 'server', 'quest')),
  -- What the game's page may report: how much at once, and how often. Null: no limit.
  max_step integer check (max_step >= 1),
  step_seconds integer check (step_seconds >= 1),
  primary key (game, code)
);

-- A player's progress. An unlocked achievement stays unlocked, whatever happens to its target afterwards.
create table player_achievements (
  account_id uuid not null references accounts on delete cascade,
  game text not null,
  code text not null,
  progress integer not null default 0,
  unlocked_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, game, code),
  foreign key (game, code) references achievements on delete cascade
);
create index player_achievements_by_achievement on player_achievements (game, code);

-- The achievement of the quest's game that completing the quest unlocks.
alter table quests add column achievement text;

-- Whether friends see the player's achievements.
alter table accounts add column shows_achievements boolean not null default false;
