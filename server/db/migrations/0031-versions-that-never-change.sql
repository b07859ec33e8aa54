-- compatible-with-previous: yes

-- What somebody has accepted is proved by the version that he accepted. So a version never becomes another one: a changed text is
-- a new version.
create function refuse_changed_version() returns trigger language plpgsql as $$
begin
  raise exception 'A version of a document never changes: add another one.' using errcode = 'restrict_violation';
end
$$;

create trigger document_versions_stay before update on document_versions
  for each row when (old.* is distinct from new.*) execute function refuse_changed_version();
