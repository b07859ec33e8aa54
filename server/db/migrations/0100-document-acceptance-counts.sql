-- compatible-with-previous: yes
-- How many players accepted a version, until a time; later ones are counted when needed.
create table document_acceptance_counts (
  version_id uuid primary key references document_versions on delete cascade,
  accepted integer not null,
  counted_until timestamptz not null
);
