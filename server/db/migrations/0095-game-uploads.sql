-- compatible-with-previous: yes
-- Builds on their way from a browser. Unlogged: after a crash of the database the operator uploads again.
create unlogged table game_uploads (
  upload_id uuid primary key,
  game text not null references games on delete cascade,
  -- The operator or key that sends it.
  operator_id text not null,
  version text,
  description text,
  bytes bigint not null check (bytes > 0),
  state text not null default 'receiving' check (state in ('receiving', 'checking', 'ready', 'failed')),
  build_number integer,
  fault text,
  created_at timestamptz not null default now()
);
create index game_uploads_by_game on game_uploads (game);

create unlogged table game_upload_pieces (
  upload_id uuid not null references game_uploads on delete cascade,
  piece integer not null,
  bytes bytea not null,
  primary key (upload_id, piece)
);
-- Archives are compressed already.
alter table game_upload_pieces alter column bytes set storage external;

-- What the inspection of a draft found.
alter table build_drafts add column findings jsonb;
alter table build_drafts add column files integer;
alter table build_drafts add column bytes bigint;
