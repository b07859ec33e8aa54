// The map of personal data: every column of every table, and what it says about a person. Export and erasure are made from
// it. A new column that nobody has classified fails a test.

/**
 * `none`: says nothing about a person. `id`: a pseudonym that only our own tables resolve. `personal`: exported with the
 * account and erased with it. `secret`: never leaves the database, and erased with the account.
 */
export type DataClass = 'none' | 'id' | 'personal' | 'secret';

export const personalData: Readonly<Record<string, Readonly<Record<string, DataClass>>>> = {
  accounts: {
    account_id: 'id',
    name: 'personal',
    email: 'personal',
    email_validated: 'personal',
    guest: 'personal',
    marketing_enabled: 'personal',
    locale: 'personal',
    geo_country: 'personal',
    features: 'none',
    created_at: 'personal',
  },
  social_identities: { type: 'personal', external_id: 'personal', account_id: 'id', created_at: 'personal' },
  sessions: {
    session_id: 'id',
    token_hash: 'secret',
    account_id: 'id',
    created_at: 'personal',
    expires_at: 'none',
    revoked_at: 'none',
  },
  connected_games: {
    account_id: 'id',
    game: 'personal',
    game_uid: 'personal',
    connected_at: 'personal',
    last_played_at: 'personal',
  },
  document_acceptances: { acceptance_id: 'id', version_id: 'none', account_id: 'id', accepted_at: 'personal' },
  friends: { account_id: 'id', friend_account_id: 'id', created_at: 'personal' },
  player_statuses: { account_id: 'id', game: 'personal', status: 'personal', updated_at: 'personal' },
  ...nothingPersonal({
    games: ['game', 'position', 'published', 'config', 'updated_at'],
    products: [
      'game',
      'sku',
      'position',
      'product_type',
      'names',
      'descriptions',
      'labels',
      'payload',
      'quantity',
      'image_url',
      'icon_url',
      'show_in_web_store',
      'requires_dry_run',
    ],
    product_prices: ['game', 'sku', 'currency', 'price_minor'],
    documents: ['document_id', 'game', 'type', 'need_user_acceptance', 'is_active', 'created_at'],
    document_versions: ['version_id', 'document_id', 'number', 'url', 'content', 'created_at'],
    news: ['news_id', 'game', 'priority', 'messages', 'link', 'icon_url', 'image_url', 'tags', 'created_at'],
    portal: ['only_row', 'config', 'updated_at'],
    migration_checksums: ['name', 'sha256'],
    kysely_migration: ['name', 'timestamp'],
    kysely_migration_lock: ['id', 'is_locked'],
  }),
};

function nothingPersonal(
  tables: Readonly<Record<string, readonly string[]>>,
): Record<string, Record<string, DataClass>> {
  const entries = Object.entries(tables).map(([table, columns]) => [
    table,
    Object.fromEntries(columns.map((column) => [column, 'none'])),
  ]);
  return Object.fromEntries(entries) as Record<string, Record<string, DataClass>>;
}
