// Every column that refers to an account, and what a merge does with it. A test compares this table with the database.
import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

type AccountColumn = MovedColumn | PlainColumn;

/**
 * `delete`: rows of the merged account are deleted. `revoke`: they end. `stay`: they are history, which undoing relies
 * on.
 */
interface PlainColumn {
  readonly table: keyof Tables;
  readonly column: string;
  readonly rule: 'delete' | 'revoke' | 'stay';
}

/** Rows move to the surviving account. If it has an equivalent row, one of the two is set aside. */
export interface MovedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  readonly rule: 'move';
  /** An account has one row per value of these columns. */
  readonly oneFor: readonly string[];
  /** Finds the row again when the merge is undone. */
  readonly key: readonly string[];
  /** The referenced row may be deleted by the time of the undo. */
  readonly needs: Readonly<Record<string, ReferencedTable>>;
  /** Of two equivalent rows, `s` belongs to the surviving account and `g` to the merged one: whether `g` is kept. */
  readonly goingIsKept: (choice: MergeChoice) => RawBuilder<boolean>;
}

export type ReferencedTable = 'games' | 'accounts' | 'achievements' | 'document_versions' | 'quests' | 'leaderboards';

export interface MergeChoice {
  /** Games that both accounts have, with the merged account's connection kept. */
  readonly gamesFromMerged: readonly string[];
}

const never = (): RawBuilder<boolean> => sql`false`;
const newer = (): RawBuilder<boolean> => sql`g.updated_at > s.updated_at`;

export const accountReferenceColumns: readonly AccountColumn[] = [
  {
    table: 'social_identities',
    column: 'account_id',
    rule: 'move',
    oneFor: ['identity_id'],
    key: ['identity_id'],
    needs: {},
    goingIsKept: never,
  },
  {
    table: 'connected_games',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game'],
    key: ['game', 'game_uid'],
    needs: { game: 'games' },
    goingIsKept: ({ gamesFromMerged }) => sql`g.game = any(${[...gamesFromMerged]})`,
  },
  {
    table: 'friends',
    column: 'account_id',
    rule: 'move',
    oneFor: ['friend_account_id'],
    key: ['friend_account_id'],
    needs: { account_id: 'accounts', friend_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friends',
    column: 'friend_account_id',
    rule: 'move',
    oneFor: ['account_id'],
    key: ['account_id'],
    needs: { account_id: 'accounts', friend_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friend_requests',
    column: 'account_id',
    rule: 'move',
    oneFor: ['friend_account_id'],
    key: ['friend_account_id'],
    needs: { account_id: 'accounts', friend_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friend_requests',
    column: 'friend_account_id',
    rule: 'move',
    oneFor: ['account_id'],
    key: ['account_id'],
    needs: { account_id: 'accounts', friend_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friend_blocks',
    column: 'account_id',
    rule: 'move',
    oneFor: ['blocked_account_id'],
    key: ['blocked_account_id'],
    needs: { account_id: 'accounts', blocked_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friend_blocks',
    column: 'blocked_account_id',
    rule: 'move',
    oneFor: ['account_id'],
    key: ['account_id'],
    needs: { account_id: 'accounts', blocked_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friend_histories',
    column: 'account_id',
    rule: 'move',
    oneFor: ['other_account_id'],
    key: ['other_account_id'],
    needs: { account_id: 'accounts', other_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friend_histories',
    column: 'other_account_id',
    rule: 'move',
    oneFor: ['account_id'],
    key: ['account_id'],
    needs: { account_id: 'accounts', other_account_id: 'accounts' },
    goingIsKept: never,
  },
  {
    table: 'friend_links',
    column: 'account_id',
    rule: 'move',
    oneFor: ['link_id'],
    key: ['link_id'],
    needs: {},
    goingIsKept: never,
  },
  {
    table: 'player_statuses',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game'],
    key: ['game'],
    needs: { game: 'games' },
    goingIsKept: newer,
  },
  {
    table: 'document_acceptances',
    column: 'account_id',
    rule: 'move',
    oneFor: ['version_id'],
    key: ['acceptance_id'],
    needs: { version_id: 'document_versions' },
    goingIsKept: never,
  },
  {
    table: 'service_connections',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game', 'service'],
    key: ['game', 'service', 'external_id'],
    needs: { game: 'games' },
    goingIsKept: newer,
  },
  {
    table: 'player_acts',
    column: 'account_id',
    rule: 'move',
    oneFor: ['act_id'],
    key: ['act_id'],
    needs: {},
    goingIsKept: never,
  },
  {
    table: 'quest_progress',
    column: 'account_id',
    rule: 'move',
    oneFor: ['quest_id'],
    key: ['quest_id'],
    needs: { quest_id: 'quests' },
    goingIsKept: () => sql`g.progress > s.progress`,
  },
  {
    table: 'quest_rewards',
    column: 'account_id',
    rule: 'move',
    oneFor: ['quest_id'],
    key: ['quest_id'],
    needs: { quest_id: 'quests', game: 'games' },
    // The player keeps one reward per quest: the one that was delivered.
    goingIsKept: () => sql`s.delivery_id is null and g.delivery_id is not null`,
  },
  {
    table: 'leaderboard_entries',
    column: 'account_id',
    rule: 'move',
    oneFor: ['board_id'],
    key: ['board_id'],
    needs: { board_id: 'leaderboards' },
    goingIsKept: () => sql`(g.rank_key, g.reached_at) < (s.rank_key, s.reached_at)`,
  },
  {
    table: 'leaderboard_players',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game', 'leaderboard'],
    key: ['game', 'leaderboard'],
    needs: { game: 'games' },
    // Hidden wins, from either account.
    goingIsKept: () => sql`s.hidden_at is null and g.hidden_at is not null`,
  },
  {
    table: 'player_achievements',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game', 'code'],
    key: ['game', 'code'],
    needs: { code: 'achievements' },
    // The first unlock counts; without one, the greater progress.
    goingIsKept: () => sql`case
      when s.unlocked_at is null and g.unlocked_at is null then g.progress > s.progress
      else coalesce(g.unlocked_at < coalesce(s.unlocked_at, 'infinity'), false) end`,
  },
  {
    table: 'push_subscriptions',
    column: 'account_id',
    rule: 'move',
    oneFor: ['endpoint_hash'],
    key: ['endpoint_hash'],
    needs: {},
    goingIsKept: newer,
  },
  {
    table: 'push_topics',
    column: 'account_id',
    rule: 'move',
    oneFor: ['topic'],
    key: ['topic'],
    needs: {},
    // Off wins, from either account.
    goingIsKept: () => sql`s.is_on and not g.is_on`,
  },
  {
    table: 'orders',
    column: 'account_id',
    rule: 'move',
    oneFor: ['order_id'],
    key: ['order_id'],
    needs: {},
    goingIsKept: never,
  },
  {
    table: 'reviews',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game'],
    key: ['game'],
    needs: { game: 'games' },
    goingIsKept: newer,
  },
  {
    table: 'review_requests',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game'],
    key: ['game'],
    needs: { game: 'games' },
    goingIsKept: () => sql`g.asked_at > s.asked_at`,
  },
  {
    table: 'player_reports',
    column: 'account_id',
    rule: 'move',
    oneFor: ['reported_account_id', 'reported_name'],
    key: ['report_id'],
    needs: { account_id: 'accounts', reported_account_id: 'accounts', game: 'games' },
    goingIsKept: never,
  },
  {
    table: 'player_reports',
    column: 'reported_account_id',
    rule: 'move',
    oneFor: ['account_id', 'reported_name'],
    key: ['report_id'],
    needs: { account_id: 'accounts', reported_account_id: 'accounts', game: 'games' },
    goingIsKept: never,
  },
  {
    table: 'favorites',
    column: 'account_id',
    rule: 'move',
    oneFor: ['game'],
    key: ['game'],
    needs: { game: 'games' },
    goingIsKept: never,
  },
  {
    // `markSaveCopies` decides which of two saves of a game is the account's.
    table: 'saves',
    column: 'account_id',
    rule: 'move',
    oneFor: ['save_id'],
    key: ['save_id'],
    needs: { game: 'games' },
    goingIsKept: never,
  },
  {
    table: 'branch_keys',
    column: 'account_id',
    rule: 'move',
    oneFor: ['key_hash'],
    key: ['key_hash'],
    needs: { game: 'games' },
    goingIsKept: never,
  },
  // History stays with the merged account and is exported and erased together with the surviving one.
  { table: 'in_game_events', column: 'account_id', rule: 'stay' },
  { table: 'analytics_events', column: 'account_id', rule: 'stay' },
  { table: 'analytics_events_by_day', column: 'account_id', rule: 'stay' },
  { table: 'analytics_outbox', column: 'account_id', rule: 'stay' },
  { table: 'analytics_player_days', column: 'account_id', rule: 'stay' },
  { table: 'support_messages', column: 'account_id', rule: 'stay' },
  { table: 'support_replies', column: 'account_id', rule: 'stay' },
  { table: 'push_messages', column: 'account_id', rule: 'stay' },
  { table: 'friend_invites', column: 'account_id', rule: 'stay' },
  { table: 'friend_invites', column: 'friend_account_id', rule: 'stay' },
  { table: 'friend_link_uses', column: 'account_id', rule: 'stay' },
  { table: 'friend_searches', column: 'account_id', rule: 'stay' },
  { table: 'wrong_receipts', column: 'account_id', rule: 'stay' },
  // Platforms report friends again on the next request, and presence is reported again.
  { table: 'platform_friends', column: 'account_id', rule: 'delete' },
  { table: 'presences', column: 'account_id', rule: 'delete' },
  { table: 'mail_links', column: 'account_id', rule: 'delete' },
  { table: 'temp_tokens', column: 'account_id', rule: 'delete' },
  { table: 'handoffs', column: 'account_id', rule: 'delete' },
  { table: 'kept_proofs', column: 'account_id', rule: 'delete' },
  { table: 'kept_proofs', column: 'other_account_id', rule: 'delete' },
  { table: 'connect_invites', column: 'account_id', rule: 'delete' },
  { table: 'downloads', column: 'account_id', rule: 'delete' },
  // A merge has its own notification and undo.
  { table: 'identity_changes', column: 'account_id', rule: 'delete' },
  { table: 'refresh_tokens', column: 'account_id', rule: 'revoke' },
  // Revoked by `endSessionsOfAccount`, which notifies every node.
  { table: 'sessions', column: 'account_id', rule: 'revoke' },
  { table: 'accounts', column: 'merged_into', rule: 'stay' },
  { table: 'merges', column: 'into_account_id', rule: 'stay' },
  { table: 'merges', column: 'from_account_id', rule: 'stay' },
];

export const movedReferenceColumns: readonly MovedColumn[] = accountReferenceColumns.filter(
  (column) => column.rule === 'move',
);
