-- compatible-with-previous: yes
-- transaction: none
-- Lists of players, tickets and reviews in the console, newest first.
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_age;
CREATE INDEX CONCURRENTLY accounts_by_age ON accounts (created_at DESC, account_id DESC) WHERE merged_into IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS accounts_by_country;
CREATE INDEX CONCURRENTLY accounts_by_country ON accounts (geo_country, created_at DESC, account_id DESC) WHERE merged_into IS NULL AND geo_country IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS accounts_blocked;
CREATE INDEX CONCURRENTLY accounts_blocked ON accounts (created_at DESC, account_id DESC) WHERE merged_into IS NULL AND blocked_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS accounts_blocked_until;
CREATE INDEX CONCURRENTLY accounts_blocked_until ON accounts (blocked_until) WHERE blocked_until IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS support_messages_by_assignee;
CREATE INDEX CONCURRENTLY support_messages_by_assignee ON support_messages (assigned_to, changed_at DESC, ticket_id) WHERE assigned_to IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS support_messages_by_time;
CREATE INDEX CONCURRENTLY support_messages_by_time ON support_messages (changed_at DESC, ticket_id);
DROP INDEX CONCURRENTLY IF EXISTS reviews_by_time;
CREATE INDEX CONCURRENTLY reviews_by_time ON reviews (updated_at DESC, account_id, game);
