import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountIdOf, loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
  await loadDemoContent(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());

test('gives a player the profile with games and identities', async () => {
  const { token } = await server.sessions.begin(accountIdOf('Ada'));
  const profile = await server.client(token).profile.get({});
  expect(profile).toMatchObject({
    AccountId: accountIdOf('Ada'),
    Name: 'Ada',
    Email: 'ada@players.example',
    Locale: 'en',
    SocialIdentifiers: [{ Type: 'Email', Id: 'ada@players.example' }],
  });
  expect(profile.ConnectedGames.map(({ Game }) => Game).sort()).toEqual(['gem-miner', 'sky-courier']);
});

test('puts the game that was asked for first', async () => {
  const { token } = await server.sessions.begin(accountIdOf('Ada'));
  const { ConnectedGames } = await server.client(token).profile.get({ Game: 'sky-courier' });
  expect(ConnectedGames[0]?.Game).toBe('sky-courier');
});

test('gives a guest a profile without an e-mail address', async () => {
  const { token } = await server.sessions.begin(accountIdOf('Guest 17'));
  const profile = await server.client(token).profile.get({});
  expect(profile).not.toHaveProperty('Email');
  expect(profile.SocialIdentifiers).toEqual([]);
});

test.each([
  ['no token', undefined],
  ['an invented token', `fxs_${'A'.repeat(43)}`],
  ['a token of another kind', `fxg_${'A'.repeat(43)}`],
  ['text that is no token', 'hello'],
])('refuses %s', async (_, token) => {
  await expect(server.client(token).profile.get({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
});

test('refuses the session of an account that is gone', async () => {
  const { token } = await server.sessions.begin(accountIdOf('Borys'));
  await server.client(token).profile.get({});
  await server.database.kysely.deleteFrom('accounts').where('account_id', '=', accountIdOf('Borys')).execute();
  await expect(server.client(token).profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
});

test('saves the language of the player', async () => {
  const { token } = await server.sessions.begin(accountIdOf('Chiyo'));
  const client = server.client(token);
  expect(await client.profile.update({ Language: 'fa', DUMMY: false })).toEqual({ Success: true });
  expect((await client.profile.get({})).Locale).toBe('fa');
  await expect(client.profile.update({ Language: 'tlh' as 'en' })).rejects.toMatchObject({ code: 'InvalidRequest' });
});
