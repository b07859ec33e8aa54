-- compatible-with-previous: yes
-- What the clients of connected players are told: marks with their data, and surveys.
alter table games add column for_players jsonb not null default '{}';
-- Whether the game's server is sent its events of play.
alter table games add column sends_events boolean not null default false;
-- Where a game says that its player is: the platform, and by a hash which device, so that a device is one line in the list.
alter table sessions add column platform text;
alter table sessions add column device_hash bytea;
