-- compatible-with-previous: yes
-- The files of the portal's builds, so that a page finds its own whichever node is asked: nodes of different builds run beside
-- each other during an upgrade, and pages stay open for days. Names hold a hash of the content and never change their bytes.
create table portal_assets (
  -- Relative to the build's folder, such as assets/portal-Ab12Cd34.js.
  name text primary key,
  -- How the bytes are encoded: br, or identity for what does not gain by it.
  encoding text not null,
  bytes bytea not null,
  -- When a node last had a build with it.
  seen_at timestamptz not null default now()
);
-- Compressed already.
alter table portal_assets alter column bytes set storage external;
create index portal_assets_seen on portal_assets (seen_at);
