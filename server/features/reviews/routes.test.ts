import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { analyticsEventIds } from '#model/analytics-events.ts';
import { minReviewsForRating } from '#server/features/games/public-game-config.ts';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { reviewPromptDays } from './reviews.ts';

let server: TestApp;
let ada: string;
let adaId: string;
const game = { Game: 'gem-miner' };

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  const rated = { Rating: 4.6, RatingCount: 1280 };
  await changeGame(server.database, 'gem-miner', (config) => ({
    ...config,
    StorePage: { ...config.StorePage, ...rated },
  }));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { kysely } = server.database;
  for (const table of ['reviews', 'review_requests', 'analytics_events'] as const)
    await kysely.deleteFrom(table).execute();
  adaId = await buildAccount(server.database, { games: [{ game: 'gem-miner', uid: crypto.randomUUID() }] });
  ada = (await server.sessions.begin(adaId)).token;
});

/** The token of a new player who has played the game. */
async function playerOf(played: string): Promise<string> {
  const games = [{ game: played, uid: crypto.randomUUID() }];
  return (await server.sessions.begin(await buildAccount(server.database, { games }))).token;
}

const as = (token?: string) => server.client(token).reviews;
const shown = async () => {
  const { StorePage } = await server.client().games.publicConfig(game);
  return [StorePage.Rating, StorePage.RatingCount];
};

test('a player who has played a game can rate it, and change the review', async () => {
  expect(await as(ada).get(game)).toEqual({ CanReview: true, CanAsk: true });
  const { Review } = await as(ada).save({ ...game, Rating: 2, Text: '  Too dark.\n ' });
  expect(Review).toMatchObject({ Rating: 2, Text: 'Too dark.' });
  await as(ada).save({ ...game, Rating: 5 });
  expect(await as(ada).get(game)).toMatchObject({
    CanReview: true,
    CanAsk: false,
    Review: { Rating: 5, Text: 'Too dark.' },
  });
  await as(ada).save({ ...game, Rating: 5, Text: '' });
  expect((await as(ada).get(game)).Review?.Text).toBe('');
  expect(await server.database.kysely.selectFrom('reviews').selectAll().execute()).toHaveLength(1);
});

test("a player can't review a game without having played it", async () => {
  const stranger = await playerOf('sky-courier');
  expect(await as(stranger).get(game)).toEqual({ CanReview: false, CanAsk: false });
  expect(await as(stranger).ask(game)).toEqual({ Granted: false });
  await expect(as(stranger).save({ ...game, Rating: 5 })).rejects.toMatchObject({
    status: 409,
    code: 'GameNotConnected',
  });
});

test("a game can't review itself on behalf of its players", async () => {
  const { token: bound } = await server.sessions.begin(adaId, { begunBy: 'Game', game: 'gem-miner' });
  expect(await as(bound).get(game)).toEqual({ CanReview: false, CanAsk: false });
  expect(await as(bound).ask(game)).toEqual({ Granted: false });
  await expect(as(bound).save({ ...game, Rating: 5 })).rejects.toMatchObject({ status: 403, code: 'SignInAgain' });
  await expect(as(bound).get({ Game: 'sky-courier' })).rejects.toMatchObject({ code: 'SignInAgain' });
});

test('a game can ask its player once in thirty days, and not after a review', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => as(ada).ask(game)));
  expect(answers.filter(({ Granted }) => Granted)).toHaveLength(1);
  expect(await as(ada).get(game)).toEqual({ CanReview: true, CanAsk: false });
  const later = (days: number) =>
    sql`update review_requests set asked_at = now() - make_interval(days => ${days})`.execute(server.database.kysely);
  await later(reviewPromptDays - 1);
  expect(await as(ada).ask(game)).toEqual({ Granted: false });
  await later(reviewPromptDays + 1);
  expect((await as(ada).get(game)).CanAsk).toBe(true);
  expect(await as(ada).ask(game)).toEqual({ Granted: true });
  await later(reviewPromptDays + 1);
  await as(ada).save({ ...game, Rating: 3 });
  expect(await as(ada).ask(game)).toEqual({ Granted: false });
});

test("the players' rating is shown once there are enough of them", async () => {
  const configured = [4.6, 1280];
  expect(await shown()).toEqual(configured);
  const players = await Promise.all(Array.from({ length: minReviewsForRating }, () => playerOf('gem-miner')));
  const [first = '', ...rest] = players;
  await Promise.all(rest.map((token, index) => as(token).save({ ...game, Rating: (index % 5) + 1 })));
  expect(await shown()).toEqual(configured);
  await as(first).save({ ...game, Rating: 1 });
  expect(await shown()).toEqual([2.2, 5]);
  await as(first).save({ ...game, Rating: 4 });
  expect(await shown()).toEqual([2.8, 5]);
  const { Games } = await server.client().games.listWithConfigs({});
  expect(Games.find(({ Game }) => Game.GameSystemName === 'gem-miner')?.PublicGameData.StorePage.Rating).toBe(2.8);
  // Deleting the account deletes the review.
  const { kysely } = server.database;
  const [gone] = await kysely.selectFrom('reviews').select('account_id').limit(1).execute();
  await kysely
    .deleteFrom('accounts')
    .where('account_id', '=', gone?.account_id ?? '')
    .execute();
  expect(await shown()).toEqual(configured);
  const sums = await kysely.selectFrom('game_ratings').selectAll().where('game', '=', 'gem-miner').execute();
  expect(sums).toMatchObject([{ review_count: 4 }]);
});

test("a game's reviews are deleted with it", async () => {
  const { kysely } = server.database;
  const { config } = await kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', 'gem-miner')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('games')
    .values({ game: 'short-lived', position: 99, config: JSON.stringify(config) })
    .execute();
  await as(await playerOf('short-lived')).save({ Game: 'short-lived', Rating: 3 });
  await kysely.deleteFrom('games').where('game', '=', 'short-lived').execute();
  const left = await kysely.selectFrom('game_ratings').selectAll().where('game', '=', 'short-lived').execute();
  expect(left).toEqual([]);
});

test('a review is an analytics event, without its text', async () => {
  await as(ada).save({ ...game, Rating: 4, Text: 'private' });
  const readEvent = server.database.kysely.selectFrom('analytics_events').selectAll().where('account_id', '=', adaId);
  const event = await eventually(() => readEvent.executeTakeFirst());
  expect(event).toMatchObject({ event_id: analyticsEventIds.UserReviewed, fields: { S1: 'gem-miner', I1: 4 } });
});

test.each([{ Rating: 0 }, { Rating: 6 }, { Rating: 2.5 }, { Rating: '5' }, { Rating: 5, Text: 'x'.repeat(1001) }])(
  'refuses %j',
  async (bad) => {
    await expect(as(ada).save({ ...game, ...(bad as { Rating: number }) })).rejects.toMatchObject({ status: 400 });
  },
);

test('needs a player and an existing game', async () => {
  await expect(as().get(game)).rejects.toMatchObject({ status: 401 });
  for (const call of [as(ada).get, as(ada).ask])
    await expect(call({ Game: 'no-such-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
  await expect(as(ada).save({ Game: 'no-such-game', Rating: 5 })).rejects.toMatchObject({ code: 'UnknownGame' });
});
