-- compatible-with-previous: yes
-- Installable builds are for one operating system, and the portal itself may serve their files.
alter table branch_builds
  add column os text check (os in ('Windows', 'macOS', 'Linux')),
  add column is_installer boolean not null default true,
  add column start_path text,
  add column start_arguments text[] not null default '{}',
  add column kept_paths text[] not null default '{}',
  add column bytes bigint,
  alter column install_url drop not null;

-- The files are stored by their hash, in the folder of the game.
create table branch_build_files (
  build_id uuid not null references branch_builds on delete cascade,
  path text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes >= 0),
  executable boolean not null,
  primary key (build_id, path)
);

alter table downloads
  add column sent_bytes bigint not null default 0,
  add column finished_at timestamptz,
  add column outcome text check (outcome in ('Completed', 'Failed'));
