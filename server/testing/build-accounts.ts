// For tests: accounts with all their data, and a snapshot for comparison.
import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PublicGameConfig } from '#contract/config.ts';
import type { Database } from '#server/db/database.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { buildFirstConfig } from '#server/features/publishing/build-first-config.ts';
import { createToken } from '#server/secrets/one-time-token.ts';

export interface AccountSpec {
  readonly name?: string;
  readonly guest?: boolean;
  readonly email?: string | null;
  readonly emailValidated?: boolean;
  readonly marketing?: boolean;
  readonly createdAt?: Date;
  readonly identities?: readonly { readonly type: string; readonly id: string }[];
  readonly games?: readonly {
    readonly game: string;
    readonly uid: string;
    readonly connectedAt?: Date;
    readonly lastPlayedAt?: Date | null;
  }[];
  readonly statuses?: readonly { readonly game: string; readonly status: string; readonly updatedAt?: Date }[];
  readonly accepted?: readonly string[];
  readonly services?: readonly { readonly game: string; readonly service: string; readonly id: string }[];
  readonly quests?: readonly { readonly questId: string; readonly progress: number }[];
  readonly achievements?: readonly {
    readonly game: string;
    readonly code: string;
    readonly progress: number;
    readonly unlockedAt: Date | null;
  }[];
  /** Games with a push subscription; `browser` stands for its address. */
  readonly pushes?: readonly { readonly game: string; readonly browser: string; readonly updatedAt: Date }[];
  readonly bought?: readonly { readonly game: string; readonly uid: string }[];
  readonly reviews?: readonly { readonly game: string; readonly rating: number; readonly updatedAt?: Date }[];
  readonly favorites?: readonly string[];
  readonly scores?: readonly { readonly game: string; readonly score: number; readonly reachedAt: Date }[];
  readonly saves?: readonly { readonly game: string; readonly keys: Readonly<Record<string, string>> }[];
}

export async function buildGames(
  { kysely }: Database,
  games: readonly string[] = ['chess', 'ludo', 'go', 'mahjong'],
): Promise<readonly string[]> {
  const configOf = (game: string): string =>
    JSON.stringify(
      buildFirstConfig({
        game,
        title: undefined,
        orientation: undefined,
        portal: defaultPortalConfig,
        paths: [],
        sells: false,
      }),
    );
  await kysely
    .insertInto('games')
    .values(games.map((game, position) => ({ game, position, config: configOf(game) })))
    .execute();
  return games;
}

export async function buildDocument(
  { kysely }: Database,
  versions: number,
  { game, type = 'TOS' }: { readonly game?: string; readonly type?: 'TOS' | 'PP' } = {},
): Promise<string[]> {
  const document_id = randomUUID();
  const document = { document_id, game: game ?? null, type, need_user_acceptance: true };
  await kysely.insertInto('documents').values(document).execute();
  const rows = Array.from({ length: versions }, (_, index) => ({
    version_id: randomUUID(),
    document_id,
    number: index + 1,
    content: JSON.stringify({ Value: `# ${type} 🙂\n\nVersion ${index + 1}.\n`, ContentType: 'Markdown' }),
  }));
  await kysely.insertInto('document_versions').values(rows).execute();
  return rows.map(({ version_id }) => version_id);
}

export async function buildAccount({ kysely }: Database, spec: AccountSpec = {}): Promise<string> {
  const account_id = randomUUID();
  const email = spec.email ?? null;
  await kysely
    .insertInto('accounts')
    .values({
      account_id,
      name: spec.name ?? 'Somebody',
      guest: spec.guest ?? false,
      email,
      email_validated: spec.emailValidated ?? email !== null,
      marketing_enabled: spec.marketing ?? false,
      ...(spec.createdAt && { created_at: spec.createdAt }),
    })
    .execute();
  for (const { type, id } of spec.identities ?? []) {
    await kysely.insertInto('social_identities').values({ type, external_id: id, account_id }).execute();
  }
  for (const { game, uid, connectedAt, lastPlayedAt } of spec.games ?? []) {
    await kysely
      .insertInto('connected_games')
      .values({
        account_id,
        game,
        game_uid: uid,
        last_played_at: lastPlayedAt ?? null,
        ...(connectedAt && { connected_at: connectedAt }),
      })
      .execute();
  }
  for (const { game, status, updatedAt } of spec.statuses ?? []) {
    await kysely
      .insertInto('player_statuses')
      .values({ account_id, game, status, ...(updatedAt && { updated_at: updatedAt }) })
      .execute();
  }
  for (const version_id of spec.accepted ?? []) {
    await kysely
      .insertInto('document_acceptances')
      .values({ acceptance_id: randomUUID(), version_id, account_id })
      .execute();
  }
  for (const { game, service, id } of spec.services ?? []) {
    await kysely
      .insertInto('service_connections')
      .values({ account_id, game, service, external_id: id, sealed: Buffer.from(`sealed ${id}`) })
      .execute();
  }
  for (const { questId, progress } of spec.quests ?? []) {
    await kysely.insertInto('quest_progress').values({ account_id, quest_id: questId, progress }).execute();
    const { game } = await kysely
      .selectFrom('quests')
      .select('game')
      .where('quest_id', '=', questId)
      .executeTakeFirstOrThrow();
    const products = JSON.stringify([{ sku: 'gem', quantity: progress + 1 }]);
    if (progress % 2 === 0)
      await kysely.insertInto('quest_rewards').values({ account_id, quest_id: questId, game, products }).execute();
  }
  for (const { unlockedAt, ...achievement } of spec.achievements ?? [])
    await kysely
      .insertInto('player_achievements')
      .values({ account_id, ...achievement, unlocked_at: unlockedAt })
      .execute();
  for (const { game, browser, updatedAt } of spec.pushes ?? []) {
    const endpoint_hash = hash('sha256', browser, 'buffer');
    await kysely
      .insertInto('push_subscriptions')
      .values({ account_id, endpoint_hash, sealed: Buffer.from(`sealed ${browser}`), updated_at: updatedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await kysely
      .insertInto('push_topics')
      .values({ account_id, topic: game, is_on: browser === 'phone', updated_at: updatedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const { game, uid } of spec.bought ?? []) await buildOrder(kysely, { account_id, game, game_uid: uid });
  for (const { game, rating, updatedAt } of spec.reviews ?? []) {
    const asked_at = updatedAt ?? new Date();
    await kysely.insertInto('review_requests').values({ account_id, game, asked_at }).execute();
    await kysely.insertInto('reviews').values({ account_id, game, rating, updated_at: asked_at }).execute();
  }
  for (const game of spec.favorites ?? []) await kysely.insertInto('favorites').values({ account_id, game }).execute();
  for (const { game, score, reachedAt } of spec.scores ?? [])
    await buildScore(kysely, account_id, game, score, reachedAt);
  for (const { game, keys } of spec.saves ?? []) await buildSave(kysely, { account_id, game, keys });
  return account_id;
}

async function buildScore(
  db: Database['kysely'],
  account_id: string,
  game: string,
  score: number,
  reached_at: Date,
): Promise<void> {
  const board = { game, leaderboard: 'depth', period: 'all', is_ascending: false };
  await db
    .insertInto('leaderboards')
    .values(board)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { board_id } = await db
    .selectFrom('leaderboards')
    .select('board_id')
    .where('game', '=', game)
    .executeTakeFirstOrThrow();
  await db.insertInto('leaderboard_players').values({ account_id, game, leaderboard: 'depth' }).execute();
  await db
    .insertInto('leaderboard_entries')
    .values({ board_id, account_id, score, rank_key: -score, reached_at, is_listed: true })
    .execute();
}

let lastRevision = 0;

/** With one earlier revision. */
async function buildSave(
  db: Database['kysely'],
  {
    keys,
    ...of
  }: { readonly account_id: string; readonly game: string; readonly keys: Readonly<Record<string, string>> },
): Promise<void> {
  const save_id = randomUUID();
  const bytes = Object.entries(keys).reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0);
  const state = { save_id, origin: 'device', write_id: randomUUID() } as const;
  lastRevision += 2;
  await db
    .insertInto('saves')
    .values({ ...of, ...state, revision: lastRevision, keys: JSON.stringify(keys), bytes })
    .execute();
  await db
    .insertInto('save_revisions')
    .values({
      ...state,
      revision: lastRevision - 1,
      keys: JSON.stringify({ earlier: of.account_id }),
      bytes: 43,
      updated_at: new Date(),
    })
    .execute();
}

async function buildOrder(
  db: Database['kysely'],
  of: { readonly account_id: string; readonly game: string; readonly game_uid: string },
): Promise<void> {
  const order_id = randomUUID();
  const price = { price_minor: 199, currency: 'EUR', usd_minor: 199 };
  const product = JSON.stringify({ names: { en: 'Gems' }, descriptions: {}, type: 'Consumable', labels: [] });
  const sealed_personal_info = Buffer.from(`sealed ${of.game_uid}`);
  await db
    .insertInto('orders')
    .values({
      ...of,
      ...price,
      order_id,
      product,
      platform: 'FxId',
      sku: 'gems',
      quantity: 1,
      status: 'Completed',
      sealed_personal_info,
      expires_at: new Date(),
    })
    .execute();
  await db
    .insertInto('payment_attempts')
    .values({
      attempt_id: randomUUID(),
      order_id,
      number: 1,
      provider: 'test',
      amount_minor: 199,
      currency: 'EUR',
      sealed_request: sealed_personal_info,
    })
    .execute();
}

export async function buildQuests({ kysely }: Database, game: string, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    quest_id: randomUUID(),
    game,
    titles: '{"en":"A quest"}',
    code: 'dig',
    goal: 10,
  }));
  await kysely.insertInto('quests').values(rows).execute();
  return rows.map(({ quest_id }) => quest_id);
}

export async function buildAchievements({ kysely }: Database, game: string, codes: readonly string[]): Promise<void> {
  const rows = codes.map((code) => ({ game, code, names: '{"en":"An achievement"}', target: 10 }));
  await kysely.insertInto('achievements').values(rows).execute();
}

export async function befriend({ kysely }: Database, one: string, other: string): Promise<void> {
  await kysely
    .insertInto('friends')
    .values([
      { account_id: one, friend_account_id: other },
      { account_id: other, friend_account_id: one },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A merge offer as sign-in creates it: the session's account has proved an identity of the other. */
export async function offerMerge(
  { kysely }: Database,
  own: string,
  other: string,
  identity: { readonly type: string; readonly id: string },
): Promise<string> {
  const { token, tokenHash } = createToken('fxp_');
  await kysely
    .insertInto('kept_proofs')
    .values({
      token_hash: tokenHash,
      purpose: 'merge',
      type: identity.type,
      external_id: identity.id,
      account_id: own,
      other_account_id: other,
      expires_at: new Date(Date.now() + 600_000),
    })
    .execute();
  return token;
}

/** Everything that a merge moves or changes, as text, in a fixed order. */
export async function readAccountPicture({ kysely }: Database): Promise<Record<string, string[]>> {
  const tables = [
    'accounts',
    'social_identities',
    'connected_games',
    'friends',
    'player_statuses',
    'document_acceptances',
    'service_connections',
    'quest_progress',
    'quest_rewards',
    'leaderboard_entries',
    'leaderboard_players',
    'leaderboard_ranges',
    'player_achievements',
    'push_subscriptions',
    'push_topics',
    'orders',
    'reviews',
    'review_requests',
    'game_ratings',
    'favorites',
    'saves',
    'save_revisions',
  ];
  const picture: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(kysely);
    picture[table] = rows.map(({ row }) => row);
  }
  return picture;
}

export async function changeGame(
  { kysely }: Database,
  game: string,
  change: (config: PublicGameConfig) => PublicGameConfig,
): Promise<void> {
  const found = await kysely.selectFrom('games').select('config').where('game', '=', game).executeTakeFirstOrThrow();
  const config = JSON.stringify(change(found.config));
  await kysely.updateTable('games').set({ config }).where('game', '=', game).execute();
}
