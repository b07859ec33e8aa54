-- compatible-with-previous: yes
-- A game may have its own push key. A browser then has one more subscription, for the messages of that game only; `push_subscriptions.game`
-- names the game.
alter table push_keys add column game text references games on delete cascade;
-- The trigger was for a release that wrote a row for each game.
drop trigger push_subscriptions_add_topic on push_subscriptions;
drop function add_topic_of_subscription();
