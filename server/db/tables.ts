import type { Generated, JSONColumnType } from 'kysely';
import type { Static } from 'typebox';
import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';
import type { ConnectedGameSettings } from '#model/account.ts';
import type { DocumentContent } from '#model/document.ts';
import type { OperatingSystem } from '#model/installable-build.ts';
import type { RefundRule } from '#model/refund-rule.ts';
import type { AnalyticsTables } from './analytics-tables.ts';
import type { FriendTables } from './friend-tables.ts';
import type { DiscoveryTables } from './discovery-tables.ts';
import type { AchievementTables } from './achievement-tables.ts';
import type { CrossPlayTables } from './cross-play-tables.ts';
import type { MoneyTables } from './money-tables.ts';
import type { HandoffRow } from './handoff-row.ts';
import type { LeaderboardTables } from './leaderboard-tables.ts';
import type { SaveTables } from './save-tables.ts';
import type { ContentDraftTables } from './content-draft-tables.ts';
import type { ConsoleTables } from './console-tables.ts';
import type { FindingsColumn, PublishingTables } from './publishing-tables.ts';
import type { ServiceTables } from './service-tables.ts';
import type { NewsRow } from './news-row.ts';
import type { ScheduledBackupRow } from './scheduled-backup-row.ts';
import type { MessagingTables } from './messaging-tables.ts';

export interface Tables
  extends
    MoneyTables,
    AchievementTables,
    CrossPlayTables,
    DiscoveryTables,
    FriendTables,
    LeaderboardTables,
    MessagingTables,
    AnalyticsTables,
    SaveTables,
    ServiceTables,
    ConsoleTables,
    PublishingTables,
    ContentDraftTables {
  accounts: AccountRow;
  social_identities: {
    identity_id: Generated<string>;
    type: string;
    external_id: string;
    /** The scope; null: the portal. */
    game: string | null;
    account_id: string;
    confirmed: Generated<boolean>;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  sessions: SessionRow;
  games: GameRow;
  connected_games: {
    account_id: string;
    game: string;
    game_uid: string;
    connected_at: Generated<Date>;
    last_played_at: Date | null;
    email_shared: Generated<boolean>;
    plays: Generated<number>;
  };
  products: ProductRow;
  product_prices: { game: string; sku: string; currency: string; price_minor: number };
  documents: {
    document_id: string;
    game: string | null;
    type: 'TOS' | 'PP';
    need_user_acceptance: boolean;
    is_active: Generated<boolean>;
    created_at: Generated<Date>;
  };
  document_versions: {
    version_id: string;
    document_id: string;
    number: number;
    url: string | null;
    content: JSONColumnType<Static<typeof DocumentContent>> | null;
    created_at: Generated<Date>;
  };
  document_acceptances: { acceptance_id: string; version_id: string; account_id: string; accepted_at: Generated<Date> };
  news: NewsRow;
  erasures: { account_hash: Buffer; erased_at: Generated<Date> };
  portal: { only_row: Generated<boolean>; config: JSONColumnType<PortalConfig>; updated_at: Generated<Date> };
  scheduled_backups: ScheduledBackupRow;
  portal_assets: { name: string; encoding: string; bytes: Buffer; seen_at: Generated<Date> };
  player_statuses: {
    account_id: string;
    game: string;
    name: Generated<string>;
    status: string;
    priority: Generated<number>;
    updated_at: Generated<Date>;
  };
  mail_links: MailLinkRow;
  mail_limit_events: {
    event_id: Generated<number>;
    kind: 'link' | 'receipt' | 'support' | 'wrong-code' | 'invitation';
    source_hash: Buffer;
    mailbox_hash: Buffer | null;
    created_at: Generated<Date>;
  };
  temp_tokens: OneTimeRow & { account_id: string; session_id: string; redirect_uri: string | null };
  handoffs: HandoffRow;
  kept_proofs: OneTimeRow & {
    purpose: 'merge' | 'transfer';
    type: string;
    external_id: string;
    scope_game: string | null;
    account_id: string | null;
    other_account_id: string | null;
    guest_identity_id: string | null;
    game: string | null;
  };
  identity_changes: {
    change_id: string;
    account_id: string;
    change: 'added' | 'removed' | 'confirmed';
    identity_id: string;
    type: string;
    external_id: string;
    game: string | null;
    email: string | null;
    token_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
    undone_at: Date | null;
  };
  connect_invites: OneTimeRow & { game: string; game_uid: string; account_id: string | null };
  spent_challenges: { challenge_id: string; expires_at: Date };
  spent_proofs: { platform: string; proof_hash: Buffer; expires_at: Date };
  used_game_tokens: { game: string; token_id: string; expires_at: Date };
  refresh_tokens: OneTimeRow & { family_id: string; account_id: string; game: string; revoked_at: Date | null };
  game_keys: {
    key_id: string;
    game: string;
    secret_hash: Buffer;
    sealed_secret: Buffer;
    created_at: Generated<Date>;
    revoked_at: Date | null;
  };
  operator_keys: {
    key_id: string;
    name: string;
    scopes: string[];
    secret_hash: Buffer;
    created_at: Generated<Date>;
    last_used_at: Date | null;
    revoked_at: Date | null;
  };
  content_changes: {
    change_id: Generated<number>;
    applied_at: Generated<Date>;
    operator: string;
    key_id: string | null;
    version_before: string;
    version_after: string;
    summary: JSONColumnType<string[]>;
  };
  signing_keys: {
    key_id: string;
    public_jwk: JSONColumnType<Record<string, unknown>>;
    sealed_private_jwk: Buffer;
    created_at: Generated<Date>;
    signs_from: Date;
    published_until: Date | null;
  };
  adapter_settings: {
    family: 'identities' | 'platforms' | 'payments';
    adapter: string;
    game: string | null;
    trust: Generated<'portal' | 'game'>;
    sealed: Buffer;
    updated_at: Generated<Date>;
  };
  sealing_keys: { key_id: string; sealed: Buffer; created_at: Generated<Date> };
  merges: {
    merge_id: string;
    into_account_id: string;
    from_account_id: string;
    merged_at: Generated<Date>;
    undo_until: Date;
    undone_at: Date | null;
    changes: JSONColumnType<Record<string, unknown>>;
  };
  builds: BuildRow;
  build_drafts: {
    game: string;
    build_number: number;
    ota_version: string;
    build_type: 'Unity' | 'Iframe';
    sha: string;
    description: Generated<string>;
    is_first: Generated<boolean>;
    token_hash: Buffer | null;
    token_expires_at: Date;
    created_at: Generated<Date>;
    findings: JSONColumnType<FindingsColumn | null, string | null | undefined, never>;
    files: number | null;
    bytes: number | null;
  };
  branch_builds: {
    build_id: string;
    game: string;
    branch: string;
    build_number: number;
    build_type: string;
    sha: Generated<string>;
    description: Generated<string>;
    change_set: Generated<string>;
    /** Null: the portal serves the build's files. */
    install_url: string | null;
    created_at: Generated<Date>;
    os: OperatingSystem | null;
    is_installer: Generated<boolean>;
    start_path: string | null;
    start_arguments: Generated<string[]>;
    kept_paths: Generated<string[]>;
    bytes: number | null;
  };
  branch_build_files: { build_id: string; path: string; sha256: string; bytes: number; executable: boolean };
  branch_keys: {
    key_hash: Buffer;
    game: string;
    branch: string | null;
    created_at: Generated<Date>;
    expires_at: Date | null;
    account_id: string | null;
    used_at: Date | null;
  };
  downloads: {
    download_id: string;
    build_id: string;
    account_id: string | null;
    created_at: Generated<Date>;
    expires_at: Date;
    started_at: Date | null;
    sent_bytes: Generated<number>;
    finished_at: Date | null;
    outcome: 'Completed' | 'Failed' | null;
  };
  account_lookups: { game: string; day: string; lookups: number };
  reviews: {
    account_id: string;
    game: string;
    rating: number;
    text: Generated<string>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    hidden_at: Date | null;
  };
  review_requests: { account_id: string; game: string; asked_at: Generated<Date> };
  player_reports: {
    report_id: Generated<string>;
    account_id: string;
    reported_account_id: string;
    reported_name: string;
    reason: string;
    text: Generated<string>;
    game: string | null;
    leaderboard: string | null;
    created_at: Generated<Date>;
    resolved_at: Date | null;
    resolution: string | null;
  };
  /** Only written by triggers on `reviews`. */
  game_ratings: { game: string; review_count: number; star_sum: number };
  favorites: { account_id: string; game: string; created_at: Generated<Date> };
  word_lists: { game: string | null; words: string[]; updated_at: Generated<Date> };
}

interface BuildRow {
  build_id: string;
  game: string;
  ota_version: string;
  build_number: number;
  platform: string | null;
  build_type: 'Unity' | 'Iframe';
  sha: string;
  description: Generated<string>;
  change_set: Generated<string>;
  metadata: JSONColumnType<Record<string, string>, string | undefined>;
  url: string;
  install_url: string | null;
  created_at: Generated<Date>;
}

/** A single-use token; only its hash is stored. */
interface OneTimeRow {
  token_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date;
  consumed_at: Date | null;
}

interface MailLinkRow extends OneTimeRow {
  link_id: string;
  code_hash: Buffer;
  code_tries: Generated<number>;
  handle_hash: Buffer;
  email: string;
  account_id: string | null;
  game: string | null;
  redirect_uri: string | null;
  locale: string;
  marketing_enabled: boolean | null;
  superseded_at: Date | null;
  purpose: Generated<'sign-in' | 'add-email' | 'game-code'>;
  source_hash: Generated<Buffer>;
}

interface AccountRow {
  account_id: string;
  name: string;
  email: string | null;
  email_validated: Generated<boolean>;
  guest: Generated<boolean>;
  marketing_enabled: Generated<boolean>;
  locale: Generated<string>;
  geo_country: string | null;
  features: Generated<string[]>;
  created_at: Generated<Date>;
  delete_after: Date | null;
  merged_into: string | null;
  blocked_at: Date | null;
  /** Absent: the block doesn't end by itself. */
  blocked_until: Date | null;
  blocked_because: string | null;
  findable: Generated<boolean>;
  shares_scores: Generated<boolean>;
  shows_achievements: Generated<boolean>;
  time_zone: string | null;
  quiet_from: Generated<number>;
  quiet_until: Generated<number>;
}

interface SessionRow {
  session_id: string;
  token_hash: Buffer;
  account_id: string;
  created_at: Generated<Date>;
  expires_at: Generated<Date>;
  revoked_at: Date | null;
  begun_by: Generated<string>;
  game: string | null;
  user_agent: Generated<string>;
  network: Generated<string>;
  country: string | null;
  last_seen_at: Generated<Date>;
  handed: Generated<boolean>;
  proved_at: Date | null;
  identity_id: string | null;
  platform: string | null;
  device_hash: Buffer | null;
}

interface GameRow {
  game: string;
  position: number;
  published: Generated<boolean>;
  config: JSONColumnType<PublicGameConfig>;
  updated_at: Generated<Date>;
  import_allowed: Generated<boolean>;
  for_players: JSONColumnType<ConnectedGameSettings, string | undefined>;
  sends_events: Generated<boolean>;
  refund_rule: JSONColumnType<RefundRule | null, string | null | undefined, string | null>;
  released_at: Generated<Date | null>;
}

interface ProductRow {
  game: string;
  sku: string;
  position: number;
  product_type: string;
  names: JSONColumnType<Record<string, string>>;
  descriptions: JSONColumnType<Record<string, string>>;
  labels: Generated<string[]>;
  payload: string | null;
  quantity: Generated<number>;
  image_url: string | null;
  icon_url: string | null;
  show_in_web_store: Generated<boolean>;
  requires_dry_run: Generated<boolean>;
  category: JSONColumnType<Record<string, string>, string | undefined>;
  tiers: JSONColumnType<readonly { sku: string; quantity: number }[], string | undefined>;
  was_percent: Generated<number>;
  additional_skus: Generated<string[]>;
}
