-- Friends: what a player is called and does in a game, and invitations to a game.

alter table player_statuses
  -- As the game calls the player; empty: as the account does.
  add column name text not null default '',
  -- How loud the status is, from quiet to loud.
  add column priority smallint not null default 0;

create table friend_invites (
  account_id uuid not null references accounts on delete cascade,
  friend_account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  message text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, friend_account_id, game),
  check (account_id <> friend_account_id)
);
create index friend_invites_by_friend on friend_invites (friend_account_id, created_at desc);
create index friend_invites_by_age on friend_invites (created_at);
