-- compatible-with-previous: yes
-- Pictures that lie beside the content: as they were given, so that they can be pulled again and lie in the backup, and what a page has
-- to know of what was made of them. Those files are in DATA_DIR/pictures, as for games.
create table content_pictures (
  -- Absent: of the portal itself.
  game text references games on delete cascade,
  name text not null,
  hash text not null check (hash ~ '^[0-9a-f]{32}$'),
  bytes bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null,
  placeholder text not null,
  added_at timestamptz not null default now()
);
create unique index content_pictures_by_name on content_pictures (coalesce(game, ''), name);
create index content_pictures_by_hash on content_pictures (hash);
