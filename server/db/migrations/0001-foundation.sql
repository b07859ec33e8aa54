-- Accounts, identities, sessions, games and what they sell and say. Types of identity, platforms and providers are text
-- that the program checks against its registries: a new one needs no migration.

create table accounts (
  account_id uuid primary key,
  name text not null,
  email text,
  email_validated boolean not null default false,
  guest boolean not null default false,
  marketing_enabled boolean not null default false,
  locale text not null default 'en',
  geo_country text,
  features text[] not null default '{}',
  created_at timestamptz not null default now()
);

create table social_identities (
  type text not null,
  external_id text not null,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (type, external_id)
);
create index social_identities_account on social_identities (account_id);

-- Only the SHA-256 of a token is kept.
create table sessions (
  session_id uuid primary key,
  token_hash bytea not null unique,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_account on sessions (account_id);

create table games (
  game text primary key,
  position integer not null,
  published boolean not null default true,
  -- The public configuration as the contract declares it.
  config jsonb not null,
  updated_at timestamptz not null default now()
);

-- A game once per account, and a game account at one account only.
create table connected_games (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  game_uid text not null,
  connected_at timestamptz not null default now(),
  last_played_at timestamptz,
  primary key (account_id, game),
  unique (game, game_uid)
);

create table products (
  game text not null references games on delete cascade,
  sku text not null,
  position integer not null,
  product_type text not null,
  names jsonb not null,
  descriptions jsonb not null,
  labels text[] not null default '{}',
  payload text,
  quantity integer not null default 1 check (quantity > 0),
  image_url text,
  icon_url text,
  show_in_web_store boolean not null default true,
  requires_dry_run boolean not null default false,
  primary key (game, sku)
);

create table product_prices (
  game text not null,
  sku text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  price_minor bigint not null check (price_minor >= 0),
  primary key (game, sku, currency),
  foreign key (game, sku) references products on delete cascade
);

create table documents (
  document_id uuid primary key,
  -- Absent: a document of the portal itself.
  game text references games on delete cascade,
  type text not null check (type in ('TOS', 'PP')),
  need_user_acceptance boolean not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table document_versions (
  version_id uuid primary key,
  document_id uuid not null references documents on delete cascade,
  number integer not null check (number > 0),
  url text,
  content jsonb,
  created_at timestamptz not null default now(),
  unique (document_id, number),
  check (url is not null or content is not null)
);

create table document_acceptances (
  acceptance_id uuid primary key,
  version_id uuid not null references document_versions,
  account_id uuid not null references accounts on delete cascade,
  accepted_at timestamptz not null default now(),
  unique (account_id, version_id)
);

create table news (
  news_id uuid primary key,
  game text references games on delete cascade,
  priority text not null,
  messages jsonb not null,
  link text,
  icon_url text,
  image_url text,
  tags text[] not null default '{}',
  created_at timestamptz not null default now()
);
create index news_by_game on news (game, created_at desc);

-- A friendship is two rows, one from each side.
create table friends (
  account_id uuid not null references accounts on delete cascade,
  friend_account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (account_id, friend_account_id),
  check (account_id <> friend_account_id)
);

create table player_statuses (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  status text not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, game)
);
