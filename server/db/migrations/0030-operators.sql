-- compatible-with-previous: yes
-- Keys with which operators call the portal, from a console of their own or by command.
create table operator_keys (
  key_id text primary key,
  name text not null,
  -- What the key may be used for: see operatorScopes in model/route.ts.
  scopes text[] not null check (cardinality(scopes) > 0),
  secret_hash bytea not null,
  created_at timestamptz not null default now(),
  -- To the minute.
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- A name in the journal below means one key.
create unique index operator_keys_by_name on operator_keys (name) where revoked_at is null;

-- Who changed the content of the portal as a whole, when, and what.
create table content_changes (
  change_id bigint generated always as identity primary key,
  applied_at timestamptz not null default now(),
  operator text not null,
  -- Absent: by command, on the machine itself.
  key_id text references operator_keys,
  version_before text not null,
  version_after text not null,
  summary jsonb not null
);
