-- compatible-with-previous: yes
-- Builds that are uploaded but not live. They are not rows of builds: the newest row there is what players get.

create table build_drafts (
  game text not null references games on delete cascade,
  build_number integer not null check (build_number > 0),
  ota_version text not null,
  build_type text not null check (build_type in ('Unity', 'Iframe')),
  sha text not null,
  description text not null default '',
  -- The game was created with this draft and is hidden until a draft is published.
  is_first boolean not null default false,
  -- SHA-256 of the token in the preview link; null after the link was revoked.
  token_hash bytea unique,
  token_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (game, build_number)
);
