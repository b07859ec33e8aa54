-- Which accounts were erased: the SHA-256 of their ids, and nothing else. A restore reads it before it replaces it, so that
-- nobody who has left comes back with a backup; a copy of it stands beside the backups.
create table erasures (
  account_hash bytea primary key,
  erased_at timestamptz not null default now()
);
