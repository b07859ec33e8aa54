-- compatible-with-previous: yes
-- Programs of a game that players install, apart from what is played in a page: the builds of its branches, the keys that open a branch
-- which is not everybody's, and downloads that were asked for.
create table branch_builds (
  build_id uuid primary key,
  game text not null references games on delete cascade,
  branch text not null,
  build_number integer not null check (build_number > 0),
  build_type text not null,
  sha text not null default '',
  description text not null default '',
  change_set text not null default '',
  install_url text not null,
  created_at timestamptz not null default now(),
  unique (game, branch, build_number)
);

create table branch_keys (
  key_hash bytea primary key,
  game text not null references games on delete cascade,
  -- Absent: all branches of the game.
  branch text,
  created_at timestamptz not null default now(),
  -- By then somebody has to have used it; absent: at any time.
  expires_at timestamptz,
  -- Whose it is. It goes with the account: nobody else uses it after him.
  account_id uuid references accounts on delete cascade,
  used_at timestamptz,
  check ((account_id is null) = (used_at is null))
);
create index branch_keys_by_account on branch_keys (account_id, game) where account_id is not null;

create table downloads (
  download_id uuid primary key,
  build_id uuid not null references branch_builds on delete cascade,
  account_id uuid references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  started_at timestamptz
);
create index downloads_by_build on downloads (build_id);
create index downloads_by_account on downloads (account_id) where account_id is not null;
create index downloads_by_end on downloads (expires_at);
