// The tables as Kysely sees them. One interface per table, columns as in the migrations.
import type { Generated, JSONColumnType } from 'kysely';
import type { PortalConfig, PublicGameConfig } from '#contract/config.ts';

export interface Tables {
  accounts: AccountRow;
  social_identities: { type: string; external_id: string; account_id: string; created_at: Generated<Date> };
  sessions: SessionRow;
  games: GameRow;
  connected_games: {
    account_id: string;
    game: string;
    game_uid: string;
    connected_at: Generated<Date>;
    last_played_at: Date | null;
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
    content: JSONColumnType<{ Value: string; ContentType: string }> | null;
    created_at: Generated<Date>;
  };
  document_acceptances: { acceptance_id: string; version_id: string; account_id: string; accepted_at: Generated<Date> };
  news: NewsRow;
  friends: { account_id: string; friend_account_id: string; created_at: Generated<Date> };
  portal: { only_row: Generated<boolean>; config: JSONColumnType<PortalConfig>; updated_at: Generated<Date> };
  player_statuses: { account_id: string; game: string; status: string; updated_at: Generated<Date> };
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
}

interface SessionRow {
  session_id: string;
  token_hash: Buffer;
  account_id: string;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
}

interface GameRow {
  game: string;
  position: number;
  published: Generated<boolean>;
  config: JSONColumnType<PublicGameConfig>;
  updated_at: Generated<Date>;
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
}

interface NewsRow {
  news_id: string;
  game: string | null;
  priority: string;
  messages: JSONColumnType<{ Locale: string; Header: string; Message: string }[]>;
  link: string | null;
  icon_url: string | null;
  image_url: string | null;
  tags: Generated<string[]>;
  created_at: Generated<Date>;
}
