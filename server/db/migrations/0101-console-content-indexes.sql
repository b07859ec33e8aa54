-- compatible-with-previous: yes
-- transaction: none
drop index concurrently if exists document_acceptances_by_version;
create index concurrently document_acceptances_by_version on document_acceptances (version_id, accepted_at);
drop index concurrently if exists push_broadcasts_by_time;
create index concurrently push_broadcasts_by_time on push_broadcasts (created_at, broadcast_id);
drop index concurrently if exists sessions_by_start;
create index concurrently sessions_by_start on sessions (created_at);
