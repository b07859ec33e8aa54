import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createGameTestApp, type GameTestApp } from '#server/testing/create-game-test-app.ts';

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
    ])
    .execute();
});
afterAll(() => server[Symbol.asyncDispose]());

type Type = 'Telegram' | 'Email';
const ask = (token: string | undefined, SocialIdentifierType: Type, SocialIdentifier: string, Game = game) =>
  server.client(token).info.accountExists({ Game, SocialIdentifierType, SocialIdentifier });

test("answers the game's server and signed-in players", async () => {
  const { token } = await server.sessions.begin(ada);
  const { token: ofGame } = await server.sessions.begin(ada, { begunBy: 'Game', game });
  for (const each of [key, token, ofGame]) {
    expect(await ask(each, 'Telegram', '42')).toEqual({ Exists: true });
    expect(await ask(each, 'Telegram', '43')).toEqual({ Exists: false });
    // Known to the portal, which a game must not learn.
    expect(await ask(each, 'Telegram', '44')).toEqual({ Exists: false });
  }
});

test('tells nothing about e-mail addresses', async () => {
  expect(await ask(key, 'Email', 'ada@players.example')).toEqual({ Exists: false });
  expect(await ask(key, 'Email', 'nobody@players.example')).toEqual({ Exists: false });
});

test('answers no other caller', async () => {
  const other = await server.gameKeys.create('sky-courier');
  const { token } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'sky-courier' });
  for (const each of [undefined, other, token, 'nonsense']) {
    await expect(ask(each, 'Telegram', '42')).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
  }
});

test('knows no game of that name', async () => {
  const { token } = await server.sessions.begin(ada);
  await expect(ask(token, 'Telegram', '42', 'no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
});
