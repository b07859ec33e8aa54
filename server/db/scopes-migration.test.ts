// Players from before identities had scopes. The previous version created the database (before-scopes.backup.gz); each
// player must be found again by the same proof, in its scope.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { secureRestoredDatabase } from '#server/features/account-deletion/secure-restored-database.ts';
import { signAssertion } from '#server/testing/create-game-test-app.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { simulateVendors, type SimulatedVendors } from '#server/testing/simulated-vendors.ts';
import { createTestPlatform, type TestPlatform } from '#server/testing/test-platform.ts';
import { restoreDatabase } from './restore.ts';

const before = new URL('../testing/before-scopes', import.meta.url);
// Our own file, so the cast is safe.
const accounts = JSON.parse(readFileSync(`${before.pathname}.json`, 'utf8')) as Record<string, string>;
const platforms = { telegram: createTestPlatform('telegram'), vk: createTestPlatform('vkontaktecom') };
const guests = createTestPlatform('yandexgames', {
  verify: (login) => ({
    outcome: 'proved',
    guest: true,
    proof: { identity: { type: 'YandexGames', externalId: String(Object.values(login)[0]) } },
  }),
});

let server: TestApp;
let vendors: SimulatedVendors;
let key: string;
let folder: string;

beforeAll(async () => {
  vendors = await simulateVendors();
  server = await createTestApp({
    settings: vendors.settings,
    vendorFetch: vendors.fetch,
    platforms: [platforms.telegram, platforms.vk, guests].map(({ loaded }) => loaded),
  });
  folder = mkdtempSync(join(tmpdir(), 'fxid-scopes-'));
  const file = join(folder, 'before-scopes.backup.gz');
  copyFileSync(`${before.pathname}.backup.gz`, file);
  const log = pino({ level: 'silent' });
  const secureRestored = async (...given: Parameters<typeof secureRestoredDatabase>) =>
    void (await secureRestoredDatabase(...given));
  const plainly = { evenIfInUse: true, journalFolders: [], secureRestored, log, report: () => undefined };
  await restoreDatabase(server.database.connection, { file, ...plainly });
  key = await createGameKeys(server.database, server.sealer).create('gem-miner');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendors[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const enter = async (platform: TestPlatform, id: string, Game: string) => {
  const { id: Social, login } = platform.loaded.manifest;
  const [name = ''] = Object.keys(login?.block.properties ?? {});
  // The test platform replaces one of the registry, whose blocks the client knows by name.
  const block = { [login?.key ?? '']: { [name]: id } };
  const { Token, AccountId } = await server
    .client()
    .auth.authenticateFromSocial({ Social: Social as 'Telegram', Game, ...block });
  return { accountId: AccountId, session: await server.sessions.find(`Bearer ${Token}`) };
};
const vouch = async (Type: string, Id: string) => {
  const Signature = await signAssertion(key, 'gem-miner', { sub: `${Type}:${Id}`, aud: 'fxid-external-id' });
  const reply = await server.client().auth.authenticateWithExternalId({
    Game: 'gem-miner',
    ExternalSocialIdentifier: { Type, Id },
    ExternalInfo: { Signature },
  });
  return server.sessions.find(`Bearer ${reply.Tokens?.Token}`);
};
const google = async (id: string) => {
  const login = await vendors.login('firebase', { id, name: 'G', email: `g${id}@players.example` });
  const reply = await server
    .client()
    .auth.authenticateToFxid({ AuthenticationType: 'Firebase', FirebaseLogin: login as { Token: string } });
  return reply.Data?.AccountId;
};

test('finds players who signed in by email or Google', async () => {
  expect(await google('8001')).toBe(accounts['google']);
  const { rows } = await sql<{ account_id: string }>`
    select account_id from social_identities
    where type = 'Email' and external_id = 'mara@players.example' and game is null and confirmed
  `.execute(server.database.kysely);
  expect(rows).toEqual([{ account_id: accounts['mail'] }]);
});

test("finds players of the operator's platforms, with a whole session", async () => {
  for (const [name, id] of [
    ['telegram', 'tg-1'],
    ['telegram of long ago', 'tg-old'],
    ['telegram, entered by a game', 'tg-2'],
  ] as const) {
    const { accountId, session } = await enter(platforms.telegram, id, 'sky-courier');
    expect(accountId, name).toBe(accounts[name]);
    expect(session).not.toHaveProperty('game');
  }
  expect((await enter(guests, 'ya-guest', 'sky-courier')).accountId).toBe(accounts['guest of a platform']);
});

test("finds players of a game's own app through that game, with a session bound to it", async () => {
  const { accountId, session } = await enter(platforms.vk, 'vk-1', 'gem-miner');
  expect(accountId).toBe(accounts['vk by an app of gem-miner']);
  expect(session).toMatchObject({ game: 'gem-miner' });
});

test('finds players that a game has vouched for through that game', async () => {
  for (const [name, id] of [
    ['vouched for by gem-miner', 'aw-1'],
    ['imported by gem-miner', 'aw-2'],
  ] as const) {
    expect(await vouch('AW', id)).toMatchObject({ accountId: accounts[name], game: 'gem-miner' });
  }
  const Token = await signAssertion(key, 'gem-miner', { sub: 'uid-1' });
  const reply = await server.client().auth.authenticateFromGame({ Game: 'gem-miner', Token });
  expect(reply.ConnectedData?.AccountId).toBe(accounts['player of gem-miner by its own id']);
});

test("an identity planted by a game doesn't get its owner's sign-in", async () => {
  const { accountId } = await enter(platforms.telegram, 'tg-victim', 'sky-courier');
  expect(accountId).not.toBe(accounts['planted before its owner came']);
  expect(await vouch('Telegram', 'tg-victim')).toMatchObject({
    accountId: accounts['planted before its owner came'],
    game: 'gem-miner',
  });
});
