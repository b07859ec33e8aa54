-- compatible-with-previous: yes
-- transaction: none
-- Operators look orders up by the number that a provider or platform gave, by player, day, state and amount.
-- Numbers are compared without case and dashes: players copy them from mails, banks and receipts.
drop index concurrently if exists orders_by_time;
create index concurrently orders_by_time on orders (created_at desc);
drop index concurrently if exists orders_by_game_uid;
create index concurrently orders_by_game_uid on orders (lower(game_uid));
drop index concurrently if exists orders_by_amount;
create index concurrently orders_by_amount on orders (price_minor, created_at desc);
drop index concurrently if exists orders_by_rare_status;
create index concurrently orders_by_rare_status on orders (status, created_at desc)
  where status in ('PayedWaitingForSending', 'CancelledPaid');
drop index concurrently if exists payment_attempts_by_number;
create index concurrently payment_attempts_by_number on payment_attempts (lower(replace(provider_payment_id, '-', '')));
drop index concurrently if exists ledger_by_number;
create index concurrently ledger_by_number on ledger (lower(replace(transaction_id, '-', '')));
drop index concurrently if exists refunds_by_number;
create index concurrently refunds_by_number on refunds (lower(replace(provider_refund_id, '-', '')));
drop index concurrently if exists payment_inbox_without_order;
create index concurrently payment_inbox_without_order on payment_inbox (received_at) where order_id is null;
