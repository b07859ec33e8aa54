-- compatible-with-previous: yes
-- When the last backup of each kind was made, by which node and where, so that one of several nodes makes the next one.
create table scheduled_backups (
  kind text primary key check (kind in ('database', 'games')),
  created_at timestamptz not null default now(),
  -- The last one that succeeded, with the node that made it and the file that it wrote there.
  finished_at timestamptz,
  node text,
  place text,
  -- The last one that failed since then, and why.
  failed_at timestamptz,
  fault text,
  -- A node that makes one renews its claim; after a crash the claim ends by itself.
  claimed_by uuid,
  claimed_until timestamptz
);
insert into scheduled_backups (kind) values ('database'), ('games');
