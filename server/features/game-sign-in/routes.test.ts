// Sign-in from a game to an account and back, through the composed server.
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { signAssertion } from '#server/testing/create-game-test-app.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

const game = 'paper-fleet';
let ada: string;
let server: TestApp;
let key: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['paper-fleet']);
  ada = await buildAccount(server.database, {
    name: 'Ada',
    email: 'ada@players.example',
    identities: [{ type: 'Email', id: 'ada@players.example' }],
  });
  key = await createGameKeys(server.database, server.sealer).create(game);
});
afterAll(() => server[Symbol.asyncDispose]());

test('a player of a game connects it, and the game checks with the published keys who plays', async () => {
  const word = () => signAssertion(key, game, { sub: 'captain' });
  const first = await server.client().auth.authenticateFromGame({ Game: game, Token: await word() });
  const ConnectToken = first.NotConnectedData?.ConnectToken ?? '';
  const { token } = await server.sessions.begin(ada);
  const player = server.client(token);
  expect(await player.invite.connectFromGame({ Game: game, ConnectToken })).toMatchObject({ Result: 'Created' });
  const { Result, ConnectedGame } = await player.invite.updateConnectGameInvite({ ConnectToken, Accept: true });
  expect(Result).toBe('Success');
  const published = (await server.app.inject('/.well-known/jwks.json')).json<JSONWebKeySet>();
  const { payload } = await jwtVerify(ConnectedGame?.GameJwt ?? '', createLocalJWKSet(published), {
    algorithms: ['ES256'],
    issuer: 'http://localhost:8080',
    audience: game,
    typ: 'game+jwt',
  });
  expect(payload).toMatchObject({ sub: ada, game_uid: 'captain', guest: false });
  expect(await server.client(ConnectedGame?.GameJwt).auth.userInfo({ Game: game })).toEqual({
    Sub: ada,
    Id: 'captain',
    sub: ada,
  });
  const again = await server.client().auth.authenticateFromGame({ Game: game, Token: await word() });
  expect(again.ConnectedData?.AccountId).toBe(ada);
  const { TempToken } = await server.client(again.ConnectedData?.Token).auth.createTempToken({ RedirectUri: '/' });
  const carried = await server.client().auth.authenticateFromTempToken({ TempToken });
  expect(await server.sessions.find(`Bearer ${carried.Token}`)).toMatchObject({ accountId: ada, game, handed: true });
});

test('a game asks for an address and a code, and gets its own session', async () => {
  const given = { Game: game, SessionId: 'a-session-of-this-browser' };
  const Email = 'Ada@players.example';
  const { authenticateWithExternalId } = server.client().auth;
  const withKey = server.client(key).auth.authenticateWithExternalId;
  expect(await withKey({ ...given, EmailCredentials: { Email } })).toMatchObject({
    State: 'NeedsEmailConfirmation',
  });
  const Code = /\b\d{3} ?\d{3}\b/.exec(JSON.stringify(server.mails.at(-1)))?.[0] ?? 'no code in the mail';
  const elsewhere = { ...given, SessionId: 'another-browser-session', EmailCredentials: { Email, Code } };
  expect(await authenticateWithExternalId(elsewhere)).toMatchObject({ State: 'Refused' });
  const reply = await authenticateWithExternalId({ ...given, EmailCredentials: { Email, Code } });
  expect(reply.State).toBe('Authenticated');
  expect(await server.sessions.find(`Bearer ${reply.Tokens?.Token}`)).toMatchObject({
    accountId: ada,
    game,
    handed: false,
  });
});

test('a game imports a player, and checks whether an identity is known', async () => {
  await server.database.kysely.updateTable('games').set({ import_allowed: true }).where('game', '=', game).execute();
  const client = server.client(key);
  const identity = { SocialIdentifierType: 'AW', SocialIdentifier: 'veteran' } as const;
  expect(await client.info.accountExists({ Game: game, ...identity })).toEqual({ Exists: false });
  const { Token } = await client.auth.authenticateFromImport({ GameSystemName: game, ...identity });
  expect(await server.sessions.find(`Bearer ${Token}`)).toMatchObject({ game });
  expect(await client.info.accountExists({ Game: game, ...identity })).toEqual({ Exists: true });
});
