-- One account over many identities: devices, links by mail, tokens that work once, games' credentials, merging and leaving.
-- Of every token only the SHA-256 is kept. What is named `sealed` is encrypted with a key made from SECRET.

alter table accounts
  -- Set: the account goes then, unless its owner changes his mind.
  add column delete_after timestamptz,
  -- Set: an empty shell, kept so that the merge can be undone.
  add column merged_into uuid references accounts on delete cascade;
create index accounts_merged_into on accounts (merged_into) where merged_into is not null;

alter table social_identities add column last_used_at timestamptz;

alter table sessions
  -- The type of identity by which it began.
  add column begun_by text not null default 'Unknown',
  -- Set: it began with a game's word and is good for that game, not for changes of the account.
  add column game text references games on delete cascade,
  add column user_agent text not null default '',
  -- The network that it came from, not the address.
  add column network text not null default '',
  add column country text,
  add column last_seen_at timestamptz not null default now();

alter table games
  -- Whether the game's server may bring players from elsewhere by its own word.
  add column import_allowed boolean not null default false;

create table mail_links (
  link_id uuid primary key,
  token_hash bytea not null unique,
  -- HMAC of the link's id and the six digits.
  code_hash bytea not null,
  code_tries integer not null default 0,
  -- The browser that asked holds what this is the hash of.
  handle_hash bytea not null,
  email text not null,
  -- The account to which the address is to be added; absent: it signs in.
  account_id uuid references accounts on delete cascade,
  game text references games on delete cascade,
  redirect_uri text,
  locale text not null,
  marketing_enabled boolean,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  superseded_at timestamptz
);
create index mail_links_by_handle on mail_links (handle_hash);
create index mail_links_by_email on mail_links (email, created_at desc);
create index mail_links_by_age on mail_links (created_at);

create table temp_tokens (
  token_hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  -- The session that it stems from: a restricted one begets a restricted one.
  session_id uuid not null references sessions on delete cascade,
  redirect_uri text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index temp_tokens_by_age on temp_tokens (expires_at);

-- A proof of identity that waits for a word of its owner: a merge, or the transfer of a game's progress.
create table kept_proofs (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('merge', 'transfer')),
  identities jsonb not null,
  -- Whose session may use it; absent: anybody's who holds the token.
  account_id uuid references accounts on delete cascade,
  -- The account that the identities belong to.
  other_account_id uuid references accounts on delete cascade,
  game text references games on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index kept_proofs_by_age on kept_proofs (expires_at);

-- A game account that asks to be connected to whoever holds the token.
create table connect_invites (
  token_hash bytea primary key,
  game text not null references games on delete cascade,
  game_uid text not null,
  account_id uuid references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index connect_invites_by_age on connect_invites (expires_at);

-- Tokens of games (JWTs) that have been used: each works once.
create table used_game_tokens (
  game text not null references games on delete cascade,
  token_id text not null,
  expires_at timestamptz not null,
  primary key (game, token_id)
);
create index used_game_tokens_by_age on used_game_tokens (expires_at);

create table refresh_tokens (
  token_hash bytea primary key,
  -- All that stem from one sign-in. One that is used twice ends the whole family.
  family_id uuid not null,
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  revoked_at timestamptz
);
create index refresh_tokens_by_family on refresh_tokens (family_id);
create index refresh_tokens_by_account on refresh_tokens (account_id);

-- The credentials of games' servers.
create table game_keys (
  key_id text primary key,
  game text not null references games on delete cascade,
  secret_hash bytea not null,
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index game_keys_by_game on game_keys (game);

-- The keys that sign GameJwts. A new one is published before it signs, an old one as long as something it signed may live.
create table signing_keys (
  key_id text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null,
  published_until timestamptz
);

-- What an outside service keeps for a player and a game, such as its tokens.
create table service_connections (
  account_id uuid not null references accounts on delete cascade,
  game text not null references games on delete cascade,
  service text not null,
  external_id text not null,
  sealed bytea not null,
  busy_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, game, service),
  unique (service, game, external_id)
);

-- The settings of adapters: of the portal, or of one game.
create table adapter_settings (
  family text not null check (family in ('identities', 'platforms', 'payments')),
  adapter text not null,
  game text references games on delete cascade,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  unique nulls not distinct (family, adapter, game)
);

create table merges (
  merge_id uuid primary key,
  into_account_id uuid not null references accounts on delete cascade,
  from_account_id uuid not null references accounts on delete cascade,
  merged_at timestamptz not null default now(),
  undo_until timestamptz not null,
  undone_at timestamptz,
  -- Which rows were moved, and which had to make way, whole.
  changes jsonb not null
);
create index merges_by_account on merges (into_account_id);
create index merges_by_former_account on merges (from_account_id);
create index mail_links_by_account on mail_links (account_id) where account_id is not null;
create index kept_proofs_by_account on kept_proofs (account_id);
create index kept_proofs_by_other_account on kept_proofs (other_account_id);
create index sessions_by_end on sessions (expires_at);
create index refresh_tokens_by_end on refresh_tokens (expires_at);
create index friends_of_friend on friends (friend_account_id);
