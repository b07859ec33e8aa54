-- The public configuration of the portal itself: one row.
create table portal (
  only_row boolean primary key default true check (only_row),
  config jsonb not null,
  updated_at timestamptz not null default now()
);
