-- The keys with which something may be sealed: one word each, sealed with it. A node that cannot open all of them lacks a key.
create table sealing_keys (
  key_id text primary key check (char_length(key_id) between 1 and 40),
  sealed bytea not null,
  created_at timestamptz not null default now()
);
