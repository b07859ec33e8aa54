import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueRefreshToken } from '#server/features/game-sign-in/refresh-tokens.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createGameTestApp, type GameTestApp } from '#server/testing/create-game-test-app.ts';

let server: GameTestApp;
let ada: string;
let borys: string;
let chiyo: string;

beforeAll(async () => {
  server = await createGameTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  const playerOf = (name: string, ...games: string[]) =>
    buildAccount(server.database, {
      name,
      email: `${name}@players.example`,
      games: games.map((game) => ({ game, uid: `${name} ${game}` })),
    });
  ada = await playerOf('ada', 'gem-miner', 'sky-courier');
  borys = await playerOf('borys', 'gem-miner');
  chiyo = await playerOf('chiyo', 'sky-courier');
});
afterAll(() => server[Symbol.asyncDispose]());

const begin = async (accountId: string, game?: string) =>
  (await server.sessions.begin(accountId, { begunBy: 'Email', game })).token;
const infoOf = (token: string | undefined, Game: string) => server.client(token).auth.userInfo({ Game });

test('publishes the keys to any caller', async () => {
  const response = await server.app.inject('/.well-known/jwks.json');
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
    'content-type': 'application/jwk-set+json; charset=utf-8',
  });
  expect(response.json()).toEqual({ keys: await server.signingKeys.published() });
  expect(response.body).not.toContain('"d"');
});

test('returns the player of a GameJwt, by GET and by POST', async () => {
  const token = await server.gameJwts.sign(ada, 'gem-miner', 'ada gem-miner', false);
  const info = { Sub: ada, Id: 'ada gem-miner', sub: ada };
  expect(await infoOf(token, 'gem-miner')).toEqual(info);
  expect(await server.client(token).auth.userInfoByPost({ Game: 'gem-miner' })).toEqual(info);
});

test('returns the address only to a game with which the player shares it', async () => {
  const share = (email_shared: boolean) =>
    server.database.kysely
      .updateTable('connected_games')
      .set({ email_shared })
      .where('account_id', '=', ada)
      .where('game', '=', 'gem-miner')
      .execute();
  const token = await server.gameJwts.sign(ada, 'gem-miner', 'ada gem-miner', false);
  await share(true);
  const address = 'ada@players.example';
  const shared = { Email: address, email: address, email_verified: true };
  expect(await infoOf(token, 'gem-miner')).toMatchObject(shared);
  expect(await server.client(token).auth.userInfoOfToken({})).toMatchObject(shared);
  const ofOther = await infoOf(await begin(ada, 'sky-courier'), 'sky-courier');
  await share(false);
  for (const info of [
    ofOther,
    await infoOf(token, 'gem-miner'),
    await server.client(token).auth.userInfoOfToken({}),
    await server.client(token).auth.userInfoOfTokenByPost({}),
  ])
    expect(Object.keys(info).sort()).toEqual(['Id', 'Sub', 'sub']);
});

test('returns the player of a session, in a connected game', async () => {
  expect(await infoOf(await begin(ada), 'gem-miner')).toMatchObject({ Sub: ada });
  expect(await infoOf(await begin(ada, 'gem-miner'), 'gem-miner')).toMatchObject({ Sub: ada });
  await expect(infoOf(await begin(chiyo), 'gem-miner')).rejects.toMatchObject({ code: 'GameNotConnected' });
});

test('rejects a GameJwt or a session of another game, and a missing token', async () => {
  const token = await server.gameJwts.sign(ada, 'gem-miner', 'ada gem-miner', false);
  for (const each of [token, await begin(ada, 'gem-miner'), undefined, 'eyJhbGciOiJub25lIn0.e30.']) {
    await expect(infoOf(each, 'sky-courier')).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
  }
  await expect(infoOf(token, 'no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
});

test('without a named game, returns only what the token or the session is for', async () => {
  const tell = (token: string | undefined) => server.client(token).auth.userInfoOfToken({});
  const sky = await server.gameJwts.sign(ada, 'sky-courier', 'ada sky-courier', false);
  expect(await tell(sky)).toMatchObject({ sub: ada, Id: 'ada sky-courier' });
  expect(await tell(await begin(ada, 'gem-miner'))).toMatchObject({ sub: ada, Id: 'ada gem-miner' });
  const [head = '', , signature = ''] = sky.split('.');
  const otherGame = Buffer.from(JSON.stringify({ ...decodeJwt(sky), aud: 'gem-miner' })).toString('base64url');
  const wrong = [
    undefined,
    'nonsense',
    `${head}.${otherGame}.${signature}`,
    'eyJhbGciOiJub25lIn0.eyJhdWQiOiJnZW0tbWluZXIifQ.',
    await server.gameJwts.sign(ada, 'no-such-game', 'somebody', false),
    await begin(ada),
  ];
  for (const token of wrong)
    await expect(tell(token), token).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
});

test('rejects a GameJwt whose connection was removed', async () => {
  const token = await server.gameJwts.sign(ada, 'gem-miner', 'somebody-else', false);
  await expect(infoOf(token, 'gem-miner')).rejects.toMatchObject({ code: 'Unauthenticated' });
  expect(await server.client().auth.validateGameAccessToken({ Game: 'gem-miner', AccessToken: token })).toEqual({
    Valid: false,
  });
});

test('hides an unverified address', async () => {
  const darya = await buildAccount(server.database, {
    email: 'darya@players.example',
    emailValidated: false,
    games: [{ game: 'gem-miner', uid: 'darya' }],
  });
  await server.database.kysely
    .updateTable('connected_games')
    .set({ email_shared: true })
    .where('account_id', '=', darya)
    .execute();
  expect(await infoOf(await begin(darya), 'gem-miner')).not.toHaveProperty('Email');
});

test("reports whether a game's access token is valid", async () => {
  const ask = (Game: string, AccessToken: string) =>
    server.client().auth.validateGameAccessToken({ Game, AccessToken });
  const good = { Valid: true, AccountId: ada, GameUid: 'ada gem-miner' };
  const token = await server.gameJwts.sign(ada, 'gem-miner', 'ada gem-miner', false);
  expect(await ask('gem-miner', token)).toEqual(good);
  expect(await ask('gem-miner', await begin(ada, 'gem-miner'))).toEqual(good);
  expect(await ask('sky-courier', token)).toEqual({ Valid: false });
  expect(await ask('sky-courier', await begin(ada, 'gem-miner'))).toEqual({ Valid: false });
  // A game must not learn about the portal's own token.
  expect(await ask('gem-miner', await begin(ada))).toEqual({ Valid: false });
  expect(await ask('no-such-game', token)).toEqual({ Valid: false });
  expect(await ask('gem-miner', 'nonsense')).toEqual({ Valid: false });
});

test('ends one session, by a token in the header only', async () => {
  const [one, other] = [await begin(ada), await begin(ada)];
  await expect(server.client().auth.logout({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  await server.client(one).auth.logout({});
  expect(await server.sessions.find(`Bearer ${one}`)).toBeUndefined();
  expect(await server.sessions.find(`Bearer ${other}`)).toBeDefined();
});

test('ends all sessions, or all others, and their refresh tokens', async () => {
  const [one, other, third] = [await begin(borys), await begin(borys), await begin(borys, 'gem-miner')];
  const RefreshToken = await issueRefreshToken(server.database, borys, 'gem-miner');
  await expect(server.client(third).auth.logoutEverywhere({})).rejects.toMatchObject({ code: 'SignInAgain' });
  expect(await server.client(one).auth.logoutEverywhere({ ExceptThis: true })).toEqual({ Ended: 2 });
  expect(await server.sessions.find(`Bearer ${one}`)).toBeDefined();
  for (const token of [other, third]) expect(await server.sessions.find(`Bearer ${token}`)).toBeUndefined();
  expect(await server.client().auth.authenticateWithExternalId({ Game: 'gem-miner', RefreshToken })).toMatchObject({
    State: 'Refused',
  });
  expect(await server.client(one).auth.logoutEverywhere({})).toEqual({ Ended: 1 });
  expect(await server.sessions.find(`Bearer ${one}`)).toBeUndefined();
});
