-- compatible-with-previous: yes
-- Where a game says that its player is: the platform, and by a hash which device, so that a device is one line in the list.
alter table sessions add column platform text;
alter table sessions add column device_hash bytea;
