-- compatible-with-previous: yes
-- A session on its way to another device, as long as that takes. One for each session: a new one takes the place of the old.
create table handoffs (
  handoff_id uuid primary key,
  session_id uuid not null unique references sessions on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  -- Of the token in the QR code. It only lets a device ask, once.
  token_hash bytea not null unique,
  redirect_uri text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  asked_at timestamptz,
  -- Of the temp token that the asking device holds; it is worth something when it is confirmed.
  handle_hash bytea unique,
  -- Two digits that the asking device shows.
  number smallint,
  user_agent text,
  network text,
  country text,
  answered_at timestamptz,
  confirmed boolean,
  check ((asked_at is null) = (handle_hash is null) and (asked_at is null) = (number is null)),
  check ((answered_at is null) = (confirmed is null))
);
create index handoffs_by_account on handoffs (account_id);
create index handoffs_by_end on handoffs (expires_at);
