// Fills an empty database with demo content. A database with any game or account is left alone.
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import {
  demoDepths,
  demoDocuments,
  demoFriendships,
  demoNews,
  demoPlayers,
  demoProfanities,
} from './demo-community.ts';
import { demoGames } from './demo-games.ts';
import { demoProducts } from './demo-products.ts';
import { insertDemoGameErrors } from './insert-demo-game-errors.ts';
import { insertDemoQuestsAndBuilds } from './insert-demo-quests-and-builds.ts';
import { stableId } from './stable-id.ts';

export const demoAccountId = (player: string): string => stableId(`player ${player}`);

export async function insertDemoContent(database: Database): Promise<boolean> {
  return database.transaction(async (trx) => {
    // If two nodes start at once, the second waits for the first; that takes longer than the default timeouts.
    await sql`set local lock_timeout = '30s'`.execute(trx);
    await sql`set local statement_timeout = '30s'`.execute(trx);
    await sql`select pg_advisory_xact_lock(hashtext('fxid demo content'))`.execute(trx);
    if (!(await isEmpty(trx))) return false;
    await loadPortal(trx);
    await loadGames(trx);
    await insertDemoQuestsAndBuilds(trx);
    await insertDemoGameErrors(trx);
    // For each game, because a list of the portal would replace the shipped one.
    await trx
      .insertInto('word_lists')
      .columns(['game', 'words'])
      .expression((eb) =>
        eb.selectFrom('games').select(['game', sql<string[]>`${[...demoProfanities]}::text[]`.as('words')]),
      )
      .execute();
    await loadDocuments(trx);
    await loadPlayers(trx);
    await loadScores(trx);
    return true;
  });
}

export async function hasDemoPlayers({ kysely }: Database): Promise<boolean> {
  const ids = demoPlayers.map(({ name }) => demoAccountId(name));
  const rows = await kysely.selectFrom('accounts').select('account_id').where('account_id', 'in', ids).execute();
  return rows.length === ids.length;
}

async function isEmpty(trx: Transaction<Tables>): Promise<boolean> {
  const game = await trx.selectFrom('games').select('game').limit(1).executeTakeFirst();
  const account = await trx.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst();
  return game === undefined && account === undefined;
}

/** Includes ad blocks of the simulated network. */
async function loadPortal(trx: Transaction<Tables>): Promise<void> {
  const Rewarded = { DesktopBlockId: 'simulated-desktop', MobileBlockId: 'simulated-mobile' };
  const { PublicWebClientConfig, ...portal } = defaultPortalConfig;
  const config = {
    ...portal,
    PublicWebClientConfig: { ...PublicWebClientConfig, Advertisement: { Yandex: { Rewarded } } },
  };
  await trx
    .insertInto('portal')
    .values({ config: JSON.stringify(config) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function loadGames(trx: Transaction<Tables>): Promise<void> {
  const games = demoGames.map(({ game, config, refunds }, position) => ({
    game,
    position,
    config: JSON.stringify(config),
    refund_rule: refunds ? JSON.stringify(refunds) : null,
  }));
  await trx.insertInto('games').values(games).execute();
  const products = demoProducts.map((product, position) => ({
    game: product.game,
    sku: product.sku,
    position,
    product_type: product.type,
    names: JSON.stringify(product.names),
    descriptions: JSON.stringify(product.descriptions),
    labels: [...product.labels],
    quantity: product.quantity,
    icon_url: `/art/products/${product.sku}.svg`,
    image_url: `/art/products/${product.sku}.svg`,
    category: JSON.stringify(product.category),
    tiers: JSON.stringify(product.tiers),
    was_percent: product.wasPercent,
    additional_skus: [...product.additional],
  }));
  await trx.insertInto('products').values(products).execute();
  const prices = demoProducts.flatMap(({ game, sku, pricesMinor }) =>
    Object.entries(pricesMinor).map(([currency, price_minor]) => ({ game, sku, currency, price_minor })),
  );
  await trx.insertInto('product_prices').values(prices).execute();
  const countryPrices = demoProducts.flatMap(({ game, sku, countryPricesMinor }) =>
    Object.entries(countryPricesMinor).flatMap(([country, own]) =>
      Object.entries(own).map(([currency, price_minor]) => ({ game, sku, country, currency, price_minor })),
    ),
  );
  await trx.insertInto('product_country_prices').values(countryPrices).execute();
  const news = demoNews.map((item) => ({
    news_id: stableId(`news ${item.name}`),
    game: item.game,
    priority: item.priority,
    messages: JSON.stringify(item.messages),
    link: item.link,
    tags: [...item.tags],
    created_at: new Date(item.createdAt),
  }));
  await trx.insertInto('news').values(news).execute();
}

async function loadDocuments(trx: Transaction<Tables>): Promise<void> {
  const documents = demoDocuments.map(({ name, game, type, needsAcceptance }) => ({
    document_id: stableId(`document ${name}`),
    game,
    type,
    need_user_acceptance: needsAcceptance,
  }));
  await trx.insertInto('documents').values(documents).execute();
  const versions = demoDocuments.flatMap(({ name, versions }) =>
    versions.map(({ createdAt, text }, index) => ({
      version_id: stableId(`document ${name} ${index + 1}`),
      document_id: stableId(`document ${name}`),
      number: index + 1,
      content: JSON.stringify({ Value: text, ContentType: 'Markdown' }),
      created_at: new Date(createdAt),
    })),
  );
  await trx.insertInto('document_versions').values(versions).execute();
}

async function loadPlayers(trx: Transaction<Tables>): Promise<void> {
  const accounts = demoPlayers.map((player) => ({
    account_id: demoAccountId(player.name),
    name: player.name,
    email: player.email,
    email_validated: player.email !== null,
    guest: player.guest,
    locale: player.locale,
    geo_country: player.country,
  }));
  await trx.insertInto('accounts').values(accounts).execute();
  const identities = demoPlayers.flatMap(({ name, email }) =>
    email === null ? [] : [{ type: 'Email', external_id: email, account_id: demoAccountId(name) }],
  );
  await trx.insertInto('social_identities').values(identities).execute();
  const connections = demoPlayers.flatMap(({ name, games }) =>
    games.map((game) => ({ account_id: demoAccountId(name), game, game_uid: stableId(`uid ${name} ${game}`) })),
  );
  await trx.insertInto('connected_games').values(connections).execute();
  const friends = demoFriendships.flatMap(([one, other]) => [
    { account_id: demoAccountId(one), friend_account_id: demoAccountId(other) },
    { account_id: demoAccountId(other), friend_account_id: demoAccountId(one) },
  ]);
  await trx.insertInto('friends').values(friends).execute();
  const statuses = demoPlayers.flatMap(({ name, games, status }) =>
    status === null ? [] : [{ account_id: demoAccountId(name), game: games[0], status }],
  );
  await trx.insertInto('player_statuses').values(statuses).execute();
}

async function loadScores(trx: Transaction<Tables>): Promise<void> {
  const of = { game: 'gem-miner', leaderboard: 'depth' };
  const { board_id } = await trx
    .insertInto('leaderboards')
    .values({ ...of, period: 'all', is_ascending: false })
    .returning('board_id')
    .executeTakeFirstOrThrow();
  for (const [name, score] of Object.entries(demoDepths)) {
    const account_id = demoAccountId(name);
    await trx
      .insertInto('leaderboard_players')
      .values({ ...of, account_id })
      .execute();
    await trx
      .insertInto('leaderboard_entries')
      .values({
        board_id,
        account_id,
        score,
        rank_key: -score,
        reached_at: sql<Date>`clock_timestamp()`,
        is_listed: true,
      })
      .execute();
  }
}
