-- compatible-with-previous: yes
-- Pictures of games in the widths that pages ask for. The files are in DATA_DIR/pictures, in a folder named after the hash of
-- what they were made from; here is what a page has to know before it has loaded one.
create table pictures (
  game text not null references games on delete cascade,
  -- As the game's document names it: a path on the host of the game, or an address elsewhere.
  source text not null,
  -- The build that the path is of; absent where the game has none, and for addresses elsewhere.
  build_number integer,
  -- Absent together with the rest while nothing could be made; then `fault` says why.
  hash text check (hash ~ '^[0-9a-f]{32}$'),
  width integer check (width > 0),
  height integer check (height > 0),
  widths integer[],
  placeholder text,
  fault text,
  made_at timestamptz not null default now(),
  primary key (game, source),
  check ((hash is null) = (fault is not null))
);
