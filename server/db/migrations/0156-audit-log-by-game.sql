-- compatible-with-previous: yes
-- transaction: none
drop index concurrently if exists audit_log_by_game;
create index concurrently audit_log_by_game on audit_log (game, entry_id) where game is not null;
