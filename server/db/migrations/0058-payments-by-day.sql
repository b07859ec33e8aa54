-- compatible-with-previous: yes
-- transaction: none
-- The figures of a day need what was paid and returned on it.
drop index concurrently if exists orders_by_payment;
create index concurrently orders_by_payment on orders (paid_at) where paid_at is not null;
drop index concurrently if exists ledger_by_return;
create index concurrently ledger_by_return on ledger (created_at) where kind <> 'charged';
