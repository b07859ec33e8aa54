import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createGameTestApp, type GameTestApp } from '#server/testing/create-game-test-app.ts';
import { maxAccountLookupsADay } from './account-exists.ts';

const game = 'gem-miner';
let ada: string;
let server: GameTestApp;
let key: string;

beforeAll(async () => {
  server = await createGameTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  ada = await buildAccount(server.database, { name: 'Ada' });
  key = await server.gameKeys.create(game);
  await server.database.kysely
    .insertInto('social_identities')
    .values([
      { type: 'Telegram', external_id: '42', game, account_id: ada },
      { type: 'Telegram', external_id: '44', account_id: ada },
      { type: 'Telegram', external_id: '45', game: 'sky-courier', account_id: ada },
      { type: 'Telegram', external_id: '46', account_id: ada, confirmed: false },
      { type: 'Email', external_id: 'ada@players.example', account_id: ada },
    ])
    .execute();
});
afterAll(() => server[Symbol.asyncDispose]());

type Type = 'Telegram' | 'Email';
const ask = (token: string | undefined, SocialIdentifierType: Type, SocialIdentifier: string, Game = game) =>
  server.client(token).info.accountExists({ Game, SocialIdentifierType, SocialIdentifier });

test("the game's server learns about its own identities and those of the whole portal", async () => {
  expect(await ask(key, 'Telegram', '42')).toEqual({ Exists: true });
  expect(await ask(key, 'Telegram', '44')).toEqual({ Exists: true });
  expect(await ask(key, 'Email', ' Ada@Players.example')).toEqual({ Exists: true });
  expect(await ask(key, 'Telegram', '43')).toEqual({ Exists: false });
  expect(await ask(key, 'Email', 'nobody@players.example')).toEqual({ Exists: false });
  expect(await ask(key, 'Email', 'no address')).toEqual({ Exists: false });
  // Proved to another game, or not proved again since.
  expect(await ask(key, 'Telegram', '45')).toEqual({ Exists: false });
  expect(await ask(key, 'Telegram', '46')).toEqual({ Exists: false });
});

test("a session learns only about the game's own identities", async () => {
  const { token } = await server.sessions.begin(ada);
  const { token: ofGame } = await server.sessions.begin(ada, { begunBy: 'Game', game });
  for (const each of [token, ofGame]) {
    expect(await ask(each, 'Telegram', '42')).toEqual({ Exists: true });
    expect(await ask(each, 'Telegram', '44')).toEqual({ Exists: false });
    expect(await ask(each, 'Email', 'ada@players.example')).toEqual({ Exists: false });
  }
});

test('a game has a limited number of lookups a day', async () => {
  const { kysely } = server.database;
  const setLookups = (lookups: number, daysAgo: number) =>
    sql`update account_lookups set lookups = ${lookups}, day = current_date - ${daysAgo}::integer where game = ${game}`.execute(
      kysely,
    );
  await ask(key, 'Telegram', '42');
  await setLookups(maxAccountLookupsADay - 1, 0);
  const answers = await Promise.allSettled([ask(key, 'Telegram', '42'), ask(key, 'Telegram', '42')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(ask(key, 'Email', 'ada@players.example')).rejects.toMatchObject({ code: 'TooManyRequests' });
  // Sessions and other games aren't affected.
  const { token } = await server.sessions.begin(ada);
  expect(await ask(token, 'Telegram', '42')).toEqual({ Exists: true });
  await setLookups(maxAccountLookupsADay, 1);
  expect(await ask(key, 'Telegram', '42')).toEqual({ Exists: true });
});

test('rejects other callers', async () => {
  const other = await server.gameKeys.create('sky-courier');
  const { token } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'sky-courier' });
  for (const each of [undefined, other, token, 'nonsense']) {
    await expect(ask(each, 'Telegram', '42')).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
  }
});

test('rejects an unknown game', async () => {
  const { token } = await server.sessions.begin(ada);
  await expect(ask(token, 'Telegram', '42', 'no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
});
