-- compatible-with-previous: yes
-- Studios make games. Their operators see only their own games.
create table studios (
  studio text primary key check (studio ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null,
  -- A trusted studio publishes without an approval.
  is_trusted boolean not null default false,
  created_at timestamptz not null default now()
);

create table studio_games (
  game text primary key references games on delete cascade,
  studio text not null references studios
);
create index studio_games_by_studio on studio_games (studio);

-- People who run the portal. They are no players: no account is connected to them.
create table operators (
  operator_id uuid primary key,
  email text not null,
  name text not null,
  role text not null,
  studio text references studios,
  -- The secret of one-time codes, encrypted; absent without an authenticator app.
  totp_sealed bytea,
  -- The time step of the last code: each code works once.
  totp_last_step bigint,
  invited_by text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  removed_at timestamptz,
  check ((role = 'studio') = (studio is not null))
);
create unique index operators_by_email on operators (email) where removed_at is null;

create table operator_passkeys (
  credential_id text primary key,
  operator_id uuid not null references operators on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index operator_passkeys_by_operator on operator_passkeys (operator_id);

-- Links by mail: invitations and sign-ins. Each works once.
create table operator_links (
  token_hash bytea primary key,
  operator_id uuid not null references operators on delete cascade,
  network text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index operator_links_by_operator on operator_links (operator_id, created_at);

create table operator_sessions (
  session_id uuid primary key,
  token_hash bytea not null unique,
  operator_id uuid not null references operators on delete cascade,
  -- Absent: the second factor is missing, and the session can only add it.
  proved_at timestamptz,
  -- The challenge that a passkey must sign, once.
  challenge text,
  wrong_codes integer not null default 0,
  network text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_sessions_by_operator on operator_sessions (operator_id);

-- Who did what. Rows are never changed, and deleted only when they are older than a year.
create table audit_log (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('operator', 'key', 'command')),
  -- The operator's or the key's id; absent for commands.
  actor_id text,
  actor_name text not null,
  -- The call, such as `operatorPlayers.block`, or the command.
  action text not null,
  object_kind text not null,
  object_id text not null,
  game text,
  before jsonb,
  after jsonb,
  reason text,
  address text,
  request_id text
);
create index audit_log_by_object on audit_log (object_kind, object_id, entry_id);
create index audit_log_by_actor on audit_log (actor_id, entry_id);
create index audit_log_by_time on audit_log (at);

create function protect_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '365 days' then
      return old;
    end if;
  end if;
  raise exception 'The audit log can only grow; entries can be deleted after a year.' using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_rows_stay before update or delete on audit_log
  for each row execute function protect_audit_log();
create trigger audit_log_stays before truncate on audit_log
  for each statement execute function protect_audit_log();
