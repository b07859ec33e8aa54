-- compatible-with-previous: yes
-- transaction: none
-- Operators look players up by name, address, id of an identity and id in a game, in any case.
drop index concurrently if exists accounts_by_name;
create index concurrently accounts_by_name on accounts (lower(name));
drop index concurrently if exists accounts_by_email;
create index concurrently accounts_by_email on accounts (lower(email));
drop index concurrently if exists social_identities_by_external_id;
create index concurrently social_identities_by_external_id on social_identities (lower(external_id));
drop index concurrently if exists connected_games_by_uid;
create index concurrently connected_games_by_uid on connected_games (lower(game_uid));
