-- compatible-with-previous: yes
-- transaction: none
-- The first pages of the console's lists with a filter that may match few rows.
drop index concurrently if exists accounts_guests;
create index concurrently accounts_guests on accounts (created_at desc, account_id desc) where merged_into is null and guest;
drop index concurrently if exists orders_cancelled;
create index concurrently orders_cancelled on orders (created_at desc) where status = 'Cancelled';
drop index concurrently if exists deliveries_dropped;
create index concurrently deliveries_dropped on deliveries (game, created_at desc, delivery_id desc) where state = 'dropped';
drop index concurrently if exists support_messages_by_game;
create index concurrently support_messages_by_game on support_messages (game, changed_at desc, ticket_id) where game is not null;
drop index concurrently if exists support_messages_unassigned;
create index concurrently support_messages_unassigned on support_messages (changed_at desc, ticket_id) where assigned_to is null;
drop index concurrently if exists reviews_hidden;
create index concurrently reviews_hidden on reviews (updated_at desc, account_id, game) where hidden_at is not null;
drop index concurrently if exists push_broadcasts_by_game;
create index concurrently push_broadcasts_by_game on push_broadcasts (game, created_at, broadcast_id) where game is not null;
drop index concurrently if exists audit_log_by_actor_name;
create index concurrently audit_log_by_actor_name on audit_log (actor_name, entry_id);
drop index concurrently if exists audit_log_by_action;
create index concurrently audit_log_by_action on audit_log (action text_pattern_ops, entry_id);
