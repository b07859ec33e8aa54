-- compatible-with-previous: yes
-- What the clients of connected players are told: marks with their data, and surveys.
alter table games add column for_players jsonb not null default '{}';
