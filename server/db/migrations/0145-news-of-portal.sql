-- compatible-with-previous: yes
-- transaction: none
-- `game is null` gives the index by game no order: the portal's news would be sorted.
drop index concurrently if exists news_of_portal;
create index concurrently news_of_portal on news (created_at desc, news_id desc) where game is null;
