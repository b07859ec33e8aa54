import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eraseAccount } from '#server/features/account-deletion/erase-account.ts';
import { deleteExpiredRows } from '#server/features/account-deletion/delete-expired-rows.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createLog } from '#server/http/log.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { buildAccount, buildGames, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { loadIdentityAdapters } from './load-identity-adapters.ts';
import { revokeServiceTokens } from './revoke-services-job.ts';

let server: TestApp;
let vendors: SimulatedVendors;
let nowMs = Date.now();
/** Answers instead of Twitch. */
let instead: SafeFetch | undefined;
let keys: Record<'chess' | 'ludo', string>;
const now = () => new Date(nowMs);
const log = createLog({ level: 'silent' });
const base = 'http://vendors.example/lab/vendors/twitch';
const redirectUrl = 'http://vendors.example/SignInReturn';
const fetch: SafeFetch = (...sent) => (instead ?? vendors.fetch)(...sent);
const silent: SafeFetch = () => Promise.reject(new Error('ECONNREFUSED'));
const settings = () => {
  const simulated = vendors.settings.identities?.['twitch'] as { ClientId: string; ClientSecret: string };
  return { ...simulated, RedirectUrl: redirectUrl };
};

beforeAll(async () => {
  vendors = await simulateVendors(now);
  server = await createTestApp({ settings: { identities: { twitch: settings() } }, vendorFetch: fetch, now });
  await buildGames(server.database);
  const gameKeys = createGameKeys(server.database, server.sealer);
  keys = { chess: await gameKeys.create('chess'), ludo: await gameKeys.create('ludo') };
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
});
beforeEach(async () => {
  instead = undefined;
  await server.database.kysely.deleteFrom('accounts').execute();
  await server.database.kysely.deleteFrom('service_revocations').execute();
});

const form = (path: string, fields: Record<string, string>) =>
  vendors.fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

async function codeOf(person: string): Promise<string> {
  const asked = { client_id: settings().ClientId, redirect_uri: redirectUrl, scope: 'user:read:email', state: 's' };
  const { headers } = await form('/oauth2/authorize', { ...asked, person });
  return new URL(String(headers['location'])).searchParams.get('code') ?? '';
}

const isValid = async (token: string | undefined): Promise<boolean> =>
  (await vendors.fetch(`${base}/oauth2/validate`, { headers: { authorization: `OAuth ${token ?? ''}` } })).status ===
  200;

let people = 0;
async function player(games: readonly string[] = ['chess']) {
  people += 1;
  const uid = `uid-${people}`;
  const identities = [{ type: 'Email', id: `p${people}@example.com` }];
  const accountId = await buildAccount(server.database, { identities, games: games.map((game) => ({ game, uid })) });
  const { token } = await server.sessions.begin(accountId);
  return { accountId, uid, identities, client: server.client(token) };
}

const connected = async (person = '1080001', games?: readonly string[]) => {
  const someone = await player(games);
  await someone.client.twitch.connect({ Game: 'chess', Code: await codeOf(person) });
  return someone;
};
const tokenFor = (uid: string, key = keys.chess) => server.client(key).twitch.token({ GameUid: uid });
const revoke = async () =>
  revokeServiceTokens({
    database: server.database,
    sealer: server.sealer,
    identities: await loadIdentityAdapters(),
    settings: createAdapterSettings({
      database: server.database,
      sealer: server.sealer,
      log,
      fixed: { identities: { twitch: settings() } },
    }),
    fetch,
    now,
    log,
    portalUrl: new URL('http://localhost:8080'),
    jobs: server.jobs,
  });

test("a player connects a service, sees the connected account, and only the game's server gets the token", async () => {
  const { client, uid, accountId } = await player(['chess', 'ludo']);
  const before = await client.profile.services({ Game: 'chess' });
  expect(before.Services).toMatchObject([{ Game: 'chess', Service: 'twitch', Title: 'Twitch' }]);
  expect(before.Services[0]?.Options).toEqual({
    ClientId: settings().ClientId,
    Scopes: ['user:read:email'],
    AuthUrl: base,
  });
  expect(await tokenFor(uid)).toEqual({ Connected: false });

  await client.twitch.connect({ Game: 'chess', Code: await codeOf('1080001') });
  const { Services } = await client.profile.services({});
  expect(Services.map(({ Game, ConnectedAs }) => [Game, ConnectedAs])).toEqual([
    ['chess', 'player1080001'],
    ['ludo', undefined],
  ]);
  const given = await tokenFor(uid);
  expect(given).toMatchObject({ Connected: true, UserId: '1080001', Login: 'player1080001' });
  expect(given).not.toHaveProperty('RefreshToken');
  expect(await isValid(given.AccessToken)).toBe(true);

  // Another game has the same player, but no connection. A session and no credentials get nothing.
  expect(await tokenFor(uid, keys.ludo)).toEqual({ Connected: false });
  await expect(tokenFor('nobody')).rejects.toMatchObject({ code: 'GameNotConnected' });
  await expect(client.twitch.token({ GameUid: uid })).rejects.toMatchObject({ code: 'Unauthenticated' });
  await expect(server.client().twitch.token({ GameUid: uid })).rejects.toMatchObject({ code: 'Unauthenticated' });
  const everything = JSON.stringify([
    await client.profile.services({}),
    await client.profile.overview({}),
    await client.profile.gameConnection({ Game: 'chess' }),
    await client.profile.exportData({}),
  ]);
  expect(everything).not.toContain(given.AccessToken);
  const exported = await client.profile.exportData({});
  expect(exported.Data['service_connections']).toMatchObject([
    { account_id: accountId, game: 'chess', service: 'twitch', external_id: '1080001', name: 'player1080001' },
  ]);
  const { rows } = await sql<{ row: string }>`select c::text as row from service_connections c`.execute(
    server.database.kysely,
  );
  expect(rows[0]?.row).not.toContain(given.AccessToken);
});

test('a token is renewed when it expires, and validated every hour', async () => {
  const { uid } = await connected();
  const first = await tokenFor(uid);
  const sent: string[] = [];
  instead = (address, options) => {
    sent.push(new URL(address).pathname.replace('/lab/vendors/twitch', ''));
    return vendors.fetch(address, options);
  };
  expect((await tokenFor(uid)).AccessToken).toBe(first.AccessToken);
  expect(sent).toEqual([]);
  nowMs += 3_600_001;
  expect((await tokenFor(uid)).AccessToken).toBe(first.AccessToken);
  expect(sent).toEqual(['/oauth2/validate']);
  nowMs += 14_400_000;
  const renewed = await tokenFor(uid);
  expect(sent).toEqual(['/oauth2/validate', '/oauth2/token']);
  expect(renewed.AccessToken).not.toBe(first.AccessToken);
  expect(await isValid(renewed.AccessToken)).toBe(true);
});

test('a connection that the player removed at Twitch ends here within the hour', async () => {
  const { uid, client } = await connected('1080002');
  await form('/settings/connections', { person: '1080002' });
  nowMs += 3_600_001;
  expect(await tokenFor(uid)).toEqual({ Connected: false });
  expect((await client.profile.services({})).Services[0]).not.toHaveProperty('ConnectedAs');
});

test('an outage answers 503 with Retry-After and removes nothing', async () => {
  const { uid } = await connected();
  nowMs += 3_600_001;
  instead = silent;
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/twitch/token',
    headers: { authorization: `Bearer ${keys.chess}` },
    payload: { GameUid: uid },
  });
  expect(response.statusCode).toBe(503);
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  instead = undefined;
  expect(await tokenFor(uid)).toMatchObject({ Connected: true });
});

test('disconnecting revokes the token here and at Twitch', async () => {
  const { uid, client } = await connected('1080003');
  const { AccessToken } = await tokenFor(uid);
  expect(await client.profile.disconnectService({ Game: 'chess', Service: 'twitch' })).toEqual({ Success: true });
  expect(await client.profile.disconnectService({ Game: 'chess', Service: 'twitch' })).toEqual({ Success: false });
  expect(await tokenFor(uid)).toEqual({ Connected: false });
  instead = silent;
  await revoke();
  expect(await isValid(AccessToken)).toBe(true);
  instead = undefined;
  await server.database.kysely
    .updateTable('service_revocations')
    .set({ due_at: sql`now()` })
    .execute();
  expect(await revoke()).toBe(1);
  expect(await isValid(AccessToken)).toBe(false);
  expect(await revoke()).toBe(0);
});

test('disconnecting the game or erasing the account revokes it too', async () => {
  const one = await connected('1080001');
  const two = await connected('1080002');
  const tokens = [await tokenFor(one.uid), await tokenFor(two.uid)].map(({ AccessToken }) => AccessToken);
  expect(await one.client.profile.disconnectGame({ Game: 'chess' })).toEqual({ Result: 'Success' });
  expect(await eraseAccount(server.database, two.accountId, { beforeItsTime: true })).toBe(true);
  expect(await revoke()).toBe(2);
  for (const token of tokens) expect(await isValid(token)).toBe(false);
});

test('of two connections to one game a merge keeps one, and revokes the other once it cannot be undone', async () => {
  const one = await connected('1080001');
  const two = await connected('1080002');
  const kept = await tokenFor(two.uid);
  const identity = two.identities[0] ?? { type: '', id: '' };
  const MergeToken = await offerMerge(server.database, one.accountId, two.accountId, identity);
  await one.client.profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect(await revoke()).toBe(0);
  const { rows } = await sql<{ external_id: string }>`select external_id from service_connections`.execute(
    server.database.kysely,
  );
  expect(rows).toEqual([{ external_id: '1080002' }]);
  await sql`update merges set undo_until = now() - interval '1 day'`.execute(server.database.kysely);
  await deleteExpiredRows(server.database);
  expect(await revoke()).toBe(1);
  expect(await isValid(kept.AccessToken)).toBe(true);
});

test('a connection that ends while its token is renewed stays ended, and the new token is revoked', async () => {
  const { uid, client } = await connected();
  nowMs += 14_400_000;
  instead = async (address, options) => {
    await client.profile.disconnectService({ Game: 'chess', Service: 'twitch' });
    return vendors.fetch(address, options);
  };
  await expect(tokenFor(uid)).rejects.toMatchObject({ code: 'Conflict' });
  instead = undefined;
  expect(await tokenFor(uid)).toEqual({ Connected: false });
  expect(await revoke()).toBe(2);
});

test('one Twitch account belongs to one player of a game; another account replaces it and revokes the first', async () => {
  const one = await connected('1080001');
  const two = await player();
  await expect(two.client.twitch.connect({ Game: 'chess', Code: await codeOf('1080001') })).rejects.toMatchObject({
    code: 'IdentityTaken',
  });
  // The token that could not be stored.
  expect(await revoke()).toBe(1);
  const before = await tokenFor(one.uid);
  expect(await isValid(before.AccessToken)).toBe(true);
  await one.client.twitch.connect({ Game: 'chess', Code: await codeOf('1080002') });
  expect(await revoke()).toBe(1);
  expect(await isValid(before.AccessToken)).toBe(false);
  expect(await tokenFor(one.uid)).toMatchObject({ UserId: '1080002' });
});

test('a session of another game connects nothing, and an unlisted page is rejected', async () => {
  const { accountId, client } = await player(['chess', 'ludo']);
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'ludo' });
  await expect(server.client(token).twitch.connect({ Game: 'chess', Code: 'x' })).rejects.toMatchObject({
    code: 'SignInAgain',
  });
  const { Services } = await server.client(token).profile.services({});
  expect(Services.map(({ Game }) => Game)).toEqual(['ludo']);
  await expect(
    client.twitch.connect({ Game: 'chess', Code: 'x', RedirectUri: 'https://elsewhere.example/' }),
  ).rejects.toMatchObject({ code: 'InvalidRequest', fields: { RedirectUri: 'is not set up' } });
});
