import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames, type AccountSpec } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';

let server: TestApp;
let ada: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  ada = await buildAccount(server.database, {
    name: 'Ada',
    email: 'ada@players.example',
    identities: [{ type: 'Email', id: 'ada@players.example' }],
    games: [
      { game: 'gem-miner', uid: 'ada-miner' },
      { game: 'sky-courier', uid: 'ada-courier' },
    ],
  });
});
afterAll(() => server[Symbol.asyncDispose]());

async function signedIn(spec: AccountSpec = {}) {
  const accountId = await buildAccount(server.database, spec);
  const { token, session } = await server.sessions.begin(accountId, { begunBy: 'Email', userAgent: 'Browser' });
  return { accountId, token, session, profile: server.client(token).profile };
}

test('returns the profile with games and identities', async () => {
  const { token } = await server.sessions.begin(ada);
  const profile = await server.client(token).profile.get({});
  expect(profile).toMatchObject({
    AccountId: ada,
    Name: 'Ada',
    Email: 'ada@players.example',
    Locale: 'en',
    SocialIdentifiers: [{ Type: 'Email', Id: 'ada@players.example' }],
  });
  expect(profile.ConnectedGames).toEqual([
    { Game: 'gem-miner', GameUid: 'ada-miner' },
    { Game: 'sky-courier', GameUid: 'ada-courier' },
  ]);
});

test('lists the requested game first', async () => {
  const { token } = await server.sessions.begin(ada);
  const { ConnectedGames } = await server.client(token).profile.get({ Game: 'sky-courier' });
  expect(ConnectedGames[0]?.Game).toBe('sky-courier');
});

test("returns a guest's profile without an email address", async () => {
  const { profile: calls } = await signedIn({ guest: true, games: [{ game: 'gem-miner', uid: 'guest' }] });
  const profile = await calls.get({});
  expect(profile).not.toHaveProperty('Email');
  expect(profile.SocialIdentifiers).toEqual([]);
});

test('shows only that game to a session started by a game', async () => {
  const { token } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'gem-miner' });
  const client = server.client(token);
  const profile = await client.profile.get({});
  expect(profile).toMatchObject({ Name: 'Ada', SocialIdentifiers: [] });
  expect(profile).not.toHaveProperty('Email');
  expect(profile.ConnectedGames.map(({ Game }) => Game)).toEqual(['gem-miner']);
  const overview = await client.profile.overview({});
  expect(overview).toMatchObject({ Identities: [], Merges: [], Devices: [{ Current: true, Game: 'gem-miner' }] });
  expect(overview.Games.map(({ Game }) => Game)).toEqual(['gem-miner']);
  expect(JSON.stringify([overview, await client.profile.gameConnection({ Game: 'gem-miner' })])).not.toMatch(
    /ada@players|sky-courier/,
  );
  for (const change of [
    () => client.profile.marketing({ MarketingEnabled: true }),
    () => client.profile.settings({ Name: 'Eve' }),
    () => client.profile.exportData({}),
    () => client.profile.requestDeletion({}),
    () => client.profile.removeIdentity({ Type: 'Email', Id: 'ada@players.example' }),
    () => client.auth.logoutEverywhere({}),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'SignInAgain', status: 403 });
});

test.each([
  ['no token', undefined],
  ['an invented token', `fxs_${'A'.repeat(43)}`],
  ['a token of another kind', `fxg_${'A'.repeat(43)}`],
  ['text that is not a token', 'hello'],
])('rejects %s', async (_, token) => {
  await expect(server.client(token).profile.get({})).rejects.toMatchObject({ status: 401, code: 'Unauthenticated' });
});

test('rejects the session of a deleted account', async () => {
  const { accountId, profile } = await signedIn();
  await profile.get({});
  await server.database.kysely.deleteFrom('accounts').where('account_id', '=', accountId).execute();
  const gone = { code: 'Unauthenticated' };
  await expect(profile.get({})).rejects.toMatchObject(gone);
  await expect(profile.overview({})).rejects.toMatchObject(gone);
  await expect(profile.settings({ Name: 'Borys' })).rejects.toMatchObject(gone);
  await expect(profile.marketing({ MarketingEnabled: true })).rejects.toMatchObject(gone);
  await expect(profile.requestDeletion({})).rejects.toMatchObject(gone);
  await expect(profile.cancelDeletion({})).rejects.toMatchObject(gone);
});

test('saves the language of the player', async () => {
  const { profile } = await signedIn();
  expect(await profile.update({ Language: 'fa', DUMMY: false })).toEqual({ Success: true });
  expect((await profile.get({})).Locale).toBe('fa');
  await expect(profile.update({ Language: 'tlh' as 'en' })).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('saves the given settings and keeps the others', async () => {
  const { profile } = await signedIn({ name: 'Before', marketing: true });
  expect(await profile.settings({ Name: '  Dora   Lind ' })).toMatchObject({
    Name: 'Dora Lind',
    MarketingEnabled: true,
    Locale: 'en',
    HasCompletedOrder: false,
    HasEmail: false,
  });
  expect(await profile.settings({ Language: 'pl', MarketingEnabled: false })).toMatchObject({
    Name: 'Dora Lind',
    MarketingEnabled: false,
    Locale: 'pl',
  });
  expect(await profile.settings({})).toMatchObject({ Name: 'Dora Lind' });
  expect(await profile.marketing({ MarketingEnabled: true })).toEqual({ Success: true });
  expect((await profile.overview({})).Account.MarketingEnabled).toBe(true);
});

test.each([
  ['only spaces', '   '],
  ['a line break', 'Dora\nLind'],
  ['a turned direction', 'Dora\u202eLind'],
  ['an isolate', 'Dora\u2066'],
  ['a bell', 'Dora\u0007'],
  ['nothing that can be seen', '\u200d\u200c'],
  ['81 characters', 'D'.repeat(81)],
  ['nothing', ''],
])('rejects a name with %s', async (_, Name) => {
  const { profile } = await signedIn({ name: 'Before' });
  await expect(profile.settings({ Name })).rejects.toMatchObject({ code: 'InvalidRequest' });
  expect((await profile.get({})).Name).toBe('Before');
});

test.each(['Zoë', '名無し', 'علی\u200cرضا', '👩\u200d🚀', 'X'])('accepts the name %s', async (Name) => {
  const { profile } = await signedIn();
  expect((await profile.settings({ Name })).Name).toBe(Name);
});

test('returns the connection to a game with a fresh token', async () => {
  const { accountId, profile } = await signedIn({ games: [{ game: 'gem-miner', uid: 'miner-1' }] });
  const { Account, ConnectedGame } = await profile.gameConnection({ Game: 'gem-miner' });
  expect(Account.AccountId).toBe(accountId);
  expect(ConnectedGame).toMatchObject({ Game: 'gem-miner', GameUid: 'miner-1' });
  expect(decodeJwt(ConnectedGame?.GameJwt ?? '')).toMatchObject({ sub: accountId, aud: 'gem-miner' });
  expect(await profile.gameConnection({ Game: 'sky-courier' })).not.toHaveProperty('ConnectedGame');
  await expect(profile.gameConnection({ Game: 'no-such-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
});

test("returns only that game's token to a game's session", async () => {
  const accountId = await buildAccount(server.database, {
    games: [
      { game: 'gem-miner', uid: 'miner-2' },
      { game: 'sky-courier', uid: 'courier-2' },
    ],
  });
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'gem-miner' });
  const { profile } = server.client(token);
  expect((await profile.gameConnection({ Game: 'gem-miner' })).ConnectedGame?.GameUid).toBe('miner-2');
  await expect(profile.gameConnection({ Game: 'sky-courier' })).rejects.toMatchObject({ code: 'SignInAgain' });
});

test('returns everything that the profile page needs', async () => {
  const { accountId, profile, session } = await signedIn({
    name: 'Edda',
    email: 'edda@example.com',
    identities: [{ type: 'Email', id: 'edda@example.com' }],
    games: [{ game: 'gem-miner', uid: 'edda', lastPlayedAt: new Date('2026-01-02T03:04:05.678Z') }],
  });
  await server.sessions.begin(accountId, {
    begunBy: 'Game',
    game: 'gem-miner',
    network: '203.0.113.0/24',
    country: 'DEU',
  });
  const { session: ended } = await server.sessions.begin(accountId);
  await server.sessions.end(ended.sessionId);
  const overview = await profile.overview({});
  expect(overview).toMatchObject({
    Account: { AccountId: accountId, Email: 'edda@example.com', EmailValidated: true, HasEmail: true },
    Identities: [{ Type: 'Email', Id: 'edda@example.com', Removable: false }],
    Games: [{ Game: 'gem-miner', GameUid: 'edda', LastPlayedAt: '2026-01-02T03:04:05.678Z' }],
    Merges: [],
  });
  expect(overview).not.toHaveProperty('DeleteAfter');
  const devices = overview.Devices.map(({ Current, SignedInBy, Game, Country }) => ({
    Current,
    SignedInBy,
    Game,
    Country,
  }));
  expect(devices).toHaveLength(2);
  expect(devices).toContainEqual({ Current: true, SignedInBy: 'Email', Game: undefined, Country: undefined });
  expect(devices).toContainEqual({ Current: false, SignedInBy: 'Game', Game: 'gem-miner', Country: 'DEU' });
  expect(overview.Devices.find(({ Current }) => Current)?.SessionId).toBe(session.sessionId);
});

test('removes a sign-in method, and ends other sessions that used it', async () => {
  const { accountId, profile } = await signedIn({
    email: 'faye@example.com',
    identities: [
      { type: 'Email', id: 'faye@example.com' },
      { type: 'Twitch', id: 'faye' },
    ],
  });
  const other = await server.sessions.begin(accountId, { begunBy: 'Email' });
  const kept = await server.sessions.begin(accountId, { begunBy: 'Twitch' });
  expect((await profile.overview({})).Identities.map(({ Removable }) => Removable)).toEqual([true, true]);
  expect(await profile.removeIdentity({ Type: 'Email', Id: 'faye@example.com' })).toEqual({ Success: true });
  const { Account, Identities, Devices } = await profile.overview({});
  expect(Identities).toMatchObject([{ Type: 'Twitch', Removable: false }]);
  expect(Account).toMatchObject({ HasEmail: false, EmailValidated: false });
  expect(Devices.map(({ SessionId }) => SessionId)).toContain(kept.session.sessionId);
  expect(Devices.map(({ SessionId }) => SessionId)).not.toContain(other.session.sessionId);
  await expect(profile.removeIdentity({ Type: 'Twitch', Id: 'faye' })).rejects.toMatchObject({ code: 'LastIdentity' });
  await expect(profile.removeIdentity({ Type: 'Twitch', Id: 'nobody' })).rejects.toMatchObject({
    code: 'UnknownIdentity',
  });
});

test('another verified address replaces a removed one', async () => {
  const { profile } = await signedIn({
    email: 'gil@example.com',
    identities: [
      { type: 'Email', id: 'gil@example.com' },
      { type: 'Email', id: 'gil@example.org' },
    ],
  });
  await profile.removeIdentity({ Type: 'Email', Id: 'gil@example.com' });
  expect((await profile.overview({})).Account).toMatchObject({ Email: 'gil@example.org', EmailValidated: true });
});

test("never removes another player's identity", async () => {
  await signedIn({ identities: [{ type: 'Twitch', id: 'theirs' }] });
  const { profile } = await signedIn({
    identities: [
      { type: 'Twitch', id: 'mine' },
      { type: 'Steam', id: 'mine' },
    ],
  });
  await expect(profile.removeIdentity({ Type: 'Twitch', Id: 'theirs' })).rejects.toMatchObject({
    code: 'UnknownIdentity',
  });
});

test('keeps one sign-in method, even with concurrent removals', async () => {
  for (let round = 0; round < 10; round++) {
    const ids = ['a', 'b', 'c', 'd'].map((letter) => `${letter}${round}`);
    const { profile } = await signedIn({ identities: ids.map((id) => ({ type: 'Race', id })) });
    const results = await Promise.allSettled(ids.map((Id) => profile.removeIdentity({ Type: 'Race', Id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await profile.get({})).SocialIdentifiers).toHaveLength(1);
  }
});

test('signs out one device of the player, and none of other players', async () => {
  const { accountId, profile } = await signedIn();
  const device = await server.sessions.begin(accountId);
  const elsewhere = await signedIn();
  await server.client(device.token).profile.get({});
  const SessionId = device.session.sessionId;
  await expect(elsewhere.profile.endDevice({ SessionId })).rejects.toMatchObject({ code: 'NotFound' });
  await server.client(device.token).profile.get({});
  expect(await profile.endDevice({ SessionId })).toEqual({ Success: true });
  await expect(server.client(device.token).profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  await expect(profile.endDevice({ SessionId })).rejects.toMatchObject({ code: 'NotFound' });
  await expect(profile.endDevice({ SessionId: randomUUID() })).rejects.toMatchObject({ code: 'NotFound' });
});

test('disconnects a game, and ends the sessions that it started', async () => {
  const { accountId, profile } = await signedIn({ games: [{ game: 'gem-miner', uid: 'off' }] });
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'gem-miner' });
  await server.client(token).profile.get({});
  expect(await profile.disconnectGame({ Game: 'gem-miner' })).toEqual({ Result: 'Success' });
  expect((await profile.get({})).ConnectedGames).toEqual([]);
  await eventually(() =>
    server
      .client(token)
      .profile.get({})
      .then(
        () => false,
        (error: { code: string }) => error.code === 'Unauthenticated',
      ),
  );
  expect(await profile.disconnectGame({ Game: 'gem-miner' })).toEqual({
    Result: 'FailedGameOfThisTypeNotConnectedToYourAccount',
  });
});

test("rejects changes to the account by a game's session", async () => {
  const accountId = await buildAccount(server.database);
  const { token, session } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'gem-miner' });
  const { profile } = server.client(token);
  const calls = [
    profile.removeIdentity({ Type: 'Email', Id: 'x' }),
    profile.endDevice({ SessionId: session.sessionId }),
    profile.disconnectGame({ Game: 'gem-miner' }),
    profile.previewMerge({ MergeToken: 'x' }),
    profile.undoMerge({ MergeId: randomUUID() }),
    profile.exportData({}),
    profile.requestDeletion({}),
  ];
  for (const refused of await Promise.allSettled(calls)) {
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'SignInAgain' } });
  }
});
