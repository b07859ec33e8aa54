import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let ada: string;
let borys: string;
let token: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier', 'paper-fleet']);
  ada = await buildAccount(server.database);
  borys = await buildAccount(server.database);
  token = (await server.sessions.begin(ada)).token;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('favorites').execute());

const as = (player?: string) => server.client(player).favorites;

test('a game is added once, even with concurrent requests, and removed again', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => as(token).add({ Game: 'gem-miner' })));
  expect(answers.filter(({ Added }) => Added)).toHaveLength(1);
  await as(token).add({ Game: 'sky-courier' });
  expect((await as(token).list({})).Games).toEqual(['sky-courier', 'gem-miner']);
  expect(await as(token).remove({ Game: 'gem-miner' })).toEqual({ Removed: true });
  expect(await as(token).remove({ Game: 'gem-miner' })).toEqual({ Removed: false });
  expect((await as(token).list({})).Games).toEqual(['sky-courier']);
});

test('players see only their own favourites, without hidden games', async () => {
  await as(token).add({ Game: 'paper-fleet' });
  const { token: other } = await server.sessions.begin(borys);
  expect((await as(other).list({})).Games).toEqual([]);
  const publish = (published: boolean) =>
    server.database.kysely.updateTable('games').set({ published }).where('game', '=', 'paper-fleet').execute();
  await publish(false);
  expect((await as(token).list({})).Games).toEqual([]);
  await publish(true);
});

test("a game's session sees only that game, and changes nothing", async () => {
  const { token: bound } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'gem-miner' });
  for (const Game of ['sky-courier', 'gem-miner']) await as(token).add({ Game });
  expect((await as(bound).list({})).Games).toEqual(['gem-miner']);
  for (const call of [as(bound).add, as(bound).remove])
    await expect(call({ Game: 'gem-miner' })).rejects.toMatchObject({ status: 403, code: 'SignInAgain' });
});

test('needs a player, an existing account and an existing game', async () => {
  await expect(as().list({})).rejects.toMatchObject({ status: 401 });
  await expect(as(token).add({ Game: 'no-such-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
  await expect(as(token).remove({ Game: 'no-such-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
  const { kysely } = server.database;
  const isIn = (merged_into: string | null) =>
    kysely.updateTable('accounts').set({ merged_into }).where('account_id', '=', ada).execute();
  await isIn(borys);
  await expect(as(token).add({ Game: 'gem-miner' })).rejects.toMatchObject({ code: 'Unauthenticated' });
  await isIn(null);
});
