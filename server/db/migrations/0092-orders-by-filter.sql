-- compatible-with-previous: yes
-- transaction: none
-- Operators filter orders, newest first. Orders by time, game, account, amount and rare status have indexes already.
drop index concurrently if exists orders_by_platform;
create index concurrently orders_by_platform on orders (platform, created_at desc);
drop index concurrently if exists orders_by_currency;
create index concurrently orders_by_currency on orders (currency, created_at desc);
drop index concurrently if exists orders_by_open_status;
create index concurrently orders_by_open_status on orders (status, created_at desc)
  where status in ('Created', 'WaitingForPayment');
drop index concurrently if exists deliveries_newest;
create index concurrently deliveries_newest on deliveries (game, created_at desc, delivery_id desc);
drop index concurrently if exists ledger_by_dispute;
create index concurrently ledger_by_dispute on ledger (created_at desc) where kind in ('disputed', 'dispute-lost', 'dispute-won');
