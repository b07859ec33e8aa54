import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { object, text } from '#model/schema.ts';
import { defineServerAdapter, type PlatformHost, type VerifyLoginResult } from '#platforms/port.server.ts';
import * as registry from '#platforms/registry.ts';
import { isFreshSession } from '#server/features/sessions/admit-session.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createGameSignInTestApp } from '#server/testing/create-game-sign-in-test-app.ts';
import { loadPlatforms, type LoadedPlatform } from './load-platforms.ts';

const game = 'gem-miner';
const { telegram, crazygames } = registry;
let server: Awaited<ReturnType<typeof createGameSignInTestApp>>;
let trustedFor: string | undefined;
let settings: object | undefined;
let verdict: VerifyLoginResult;
let ticketUntil: Date | undefined;
let clock = new Date();
let seen: { login: unknown; host: PlatformHost } | undefined;

const platform = {
  ...telegram,
  settings: object({ BotToken: text(100), Strict: Type.Optional(Type.Boolean()) }),
};
const made = defineServerAdapter(platform, {
  verify: async (login, host) => {
    seen = { login, host };
    if (ticketUntil && !(await host.consumeOnce(login.InitData, ticketUntil)))
      return { outcome: 'refused', reason: 'the ticket was used before' };
    return verdict;
  },
  calls: {},
});

beforeAll(async () => {
  const platforms: LoadedPlatform[] = [
    { folder: 'telegram', manifest: platform, adapter: made },
    { folder: 'crazygames', manifest: crazygames, adapter: { calls: {} } },
  ];
  server = await createGameSignInTestApp({
    platforms,
    now: () => clock,
    settings: { readTrusted: async () => settings && { settings: settings as never, scope: trustedFor } },
  });
  await buildGames(server.database, [game, 'sky-courier']);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  settings = { BotToken: 'secret' };
  trustedFor = undefined;
  seen = undefined;
  ticketUntil = undefined;
});

const proved = (externalId: string, guest = false): VerifyLoginResult => ({
  outcome: 'proved',
  guest,
  proof: { identity: { type: 'Telegram', externalId }, name: 'Tess' },
});
const enter = (token?: string, Game = game) =>
  server.client(token).auth.authenticateFromSocial({ Social: 'Telegram', Game, Telegram: { InitData: 'signed' } });
const accountOf = (id: string) =>
  server.database.kysely
    .selectFrom('accounts')
    .select(['name', 'guest'])
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();

test('signs in the player that the platform proved, with a full session', async () => {
  verdict = proved('1');
  const reply = await enter();
  expect(reply).toMatchObject({ SocialIdentifierType: 'Telegram', SocialIdentifier: '1' });
  const session = await server.sessions.find(`Bearer ${reply.Token}`);
  expect(session).toMatchObject({ accountId: reply.AccountId, handed: false });
  expect(session).not.toHaveProperty('game');
  expect(session && isFreshSession(session)).toBe(true);
  expect(await accountOf(reply.AccountId)).toEqual({ name: 'Tess', guest: false });
  expect((await enter()).AccountId).toBe(reply.AccountId);
});

test("a game's own platform app signs in to that game only, and finds no portal account", async () => {
  verdict = proved('shared');
  const ofPortal = await enter();
  trustedFor = game;
  const ofGame = await enter();
  expect(ofGame.AccountId).not.toBe(ofPortal.AccountId);
  const session = await server.sessions.find(`Bearer ${ofGame.Token}`);
  expect(session).toMatchObject({ game });
  expect(session && isFreshSession(session)).toBe(false);
  expect(await accountOf(ofGame.AccountId)).toMatchObject({ guest: true });
  expect((await enter()).AccountId).toBe(ofGame.AccountId);
});

test('passes the adapter its block, its settings and the game', async () => {
  verdict = proved('1');
  await enter();
  expect(seen?.login).toEqual({ InitData: 'signed' });
  expect(seen?.host).toMatchObject({ game, settings: { BotToken: 'secret' }, portalUrl: 'http://localhost:8080' });
});

test("passes the adapter the caller's IP address", async () => {
  verdict = proved('1');
  const payload = { Social: 'Telegram', Game: game, Telegram: { InitData: 'signed' } };
  const url = '/api/v1/auth/authenticate_from_social';
  const { statusCode } = await server.app.inject({ method: 'POST', url, payload, remoteAddress: '203.0.113.7' });
  expect([statusCode, seen?.host.callerAddress]).toEqual([200, '203.0.113.7']);
});

test('a single-use login signs in once per scope, even if concurrent', async () => {
  verdict = proved('once');
  ticketUntil = new Date(clock.getTime() + 60_000);
  const many = await Promise.allSettled(Array.from({ length: 8 }, () => enter()));
  const refused = many.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  expect(refused).toHaveLength(7);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'ProofRefused', status: 401 });
  trustedFor = game;
  await enter();
  await expect(enter()).rejects.toMatchObject({ code: 'ProofRefused' });
  const hashes = await server.database.kysely.selectFrom('spent_proofs').selectAll().execute();
  expect(hashes).toHaveLength(2);
  expect(JSON.stringify(hashes)).not.toContain('signed');
});

test('a single-use ticket is rejected after its expiry, and its id may be used again', async () => {
  verdict = proved('again');
  ticketUntil = new Date(clock.getTime() + 120_000);
  trustedFor = 'sky-courier';
  await enter(undefined, 'sky-courier');
  clock = new Date(clock.getTime() + 120_001);
  await expect(enter(undefined, 'sky-courier')).rejects.toMatchObject({ code: 'ProofRefused' });
  ticketUntil = new Date(clock.getTime() + 60_000);
  await enter(undefined, 'sky-courier');
});

test('creates a guest for an unknown platform player', async () => {
  verdict = proved('browser-7', true);
  expect(await accountOf((await enter()).AccountId)).toMatchObject({ guest: true });
});

test('a guest whom the platform identifies keeps the account', async () => {
  verdict = proved('browser-8', true);
  const guest = await enter();
  verdict = proved('8');
  const registered = await enter(guest.Token);
  expect(registered.AccountId).toBe(guest.AccountId);
  expect(await accountOf(guest.AccountId)).toMatchObject({ guest: false });
});

test("a registered player is signed in as the platform's player, and the portal session stays", async () => {
  verdict = proved('9');
  const ada = await buildAccount(server.database);
  const { token } = await server.sessions.begin(ada);
  const reply = await enter(token);
  expect(reply.AccountId).not.toBe(ada);
  expect(await server.sessions.find(`Bearer ${token}`)).toMatchObject({ accountId: ada });
});

test('rejects what the adapter rejects, with its message if it has one', async () => {
  verdict = { outcome: 'refused', reason: 'The hash does not fit.' };
  await expect(enter()).rejects.toMatchObject({
    status: 401,
    code: 'ProofRefused',
    detail: 'Failed to login. Try again',
  });
  verdict = { outcome: 'refused', reason: 'There is no user.', message: 'Telegram user is missing!' };
  await expect(enter()).rejects.toMatchObject({ code: 'ProofRefused', detail: 'Telegram user is missing!' });
});

test('starting a game on a platform connects it, once', async () => {
  verdict = proved('11');
  const starts = await Promise.all([enter(), enter(), enter()]);
  await enter(undefined, 'sky-courier');
  const connected = await server.database.kysely
    .selectFrom('connected_games')
    .select('game')
    .where('account_id', '=', starts[0].AccountId)
    .orderBy('game')
    .execute();
  expect(connected.map((row) => row.game)).toEqual([game, 'sky-courier']);
});

test('the same login works until it expires, and starts a new session each time', async () => {
  verdict = proved('12');
  const [first, second] = [await enter(), await enter()];
  expect(second.AccountId).toBe(first.AccountId);
  expect(second.Token).not.toBe(first.Token);
  expect(await server.sessions.find(`Bearer ${first.Token}`)).toMatchObject({ accountId: first.AccountId });
});

test('our own code signs in its requester once, and proves no identity', async () => {
  const ada = await buildAccount(server.database);
  const { token } = await server.sessions.begin(ada);
  const { TempToken } = await server.client(token).auth.createTempToken({});
  verdict = { outcome: 'login-code', code: TempToken };
  const answers = await Promise.allSettled([enter(), enter(), enter()]);
  const [signedIn, ...others] = answers.filter(({ status }) => status === 'fulfilled');
  expect(others).toEqual([]);
  expect(signedIn).toEqual({
    status: 'fulfilled',
    value: { AccountId: ada, Token: expect.any(String) as string },
  });
  await expect(enter()).rejects.toMatchObject({ status: 401, code: 'TokenExpiredOrUsed' });
  verdict = { outcome: 'login-code', code: 'nonsense' };
  await expect(enter()).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
});

test('our own platform accepts such a code', async () => {
  const own = (await loadPlatforms()).find(({ folder }) => folder === 'fxid');
  expect(await own?.adapter?.verify?.({ LoginCode: 'fxt_1' }, {} as never)).toEqual({
    outcome: 'login-code',
    code: 'fxt_1',
  });
});

test('rejects what is not configured, unknown, or missing', async () => {
  verdict = proved('1');
  await expect(enter(undefined, 'no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
  settings = undefined;
  await expect(enter()).rejects.toMatchObject({ status: 404, code: 'NotConfigured' });
  const { authenticateFromSocial } = server.client().auth;
  for (const Social of ['CrazyGames'] as const) {
    await expect(authenticateFromSocial({ Social, Game: game })).rejects.toMatchObject({ code: 'NotConfigured' });
  }
  await expect(authenticateFromSocial({ Social: 'Telegram', Game: game })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
});

test('loads the adapter of every platform', async () => {
  const loaded = await loadPlatforms();
  expect(loaded.map(({ folder }) => folder)).toEqual(Object.keys(registry).sort());
});
