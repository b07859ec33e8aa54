import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createGameTestApp, type GameTestApp, type AssertionClaims } from '#server/testing/create-game-test-app.ts';

let server: GameTestApp;
let key: string;
let otherKey: string;
let adasUid: string;
let ada: string;
const game = 'gem-miner';

beforeAll(async () => {
  server = await createGameTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  ada = await buildAccount(server.database, { name: 'Ada', games: [{ game, uid: 'uid-ada' }] });
  key = await server.gameKeys.create(game);
  otherKey = await server.gameKeys.create('sky-courier');
  const row = await server.database.kysely
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', '=', ada)
    .where('game', '=', game)
    .executeTakeFirstOrThrow();
  adasUid = row.game_uid;
});
afterAll(() => server[Symbol.asyncDispose]());

const word = (claims: AssertionClaims) => server.word(key, game, claims);
const enter = (
  Token: string,
  options: { Standalone?: boolean; Game?: string; DeviceId?: string; Platform?: 'Steam' | 'FxNative' } = {},
) => server.client().auth.authenticateFromGame({ Game: game, Token, ...options });
const sessionOf = (token: string | undefined) => server.sessions.find(`Bearer ${token}`);
const guestsOf = (gameUid: string) =>
  server.database.kysely
    .selectFrom('connected_games')
    .innerJoin('accounts', 'accounts.account_id', 'connected_games.account_id')
    .select(['accounts.account_id', 'accounts.guest'])
    .where('game_uid', '=', gameUid)
    .execute();

test('a device has one session per game, stored with its platform', async () => {
  const on = async (DeviceId: string): Promise<string> => {
    const { ConnectedData } = await enter(await word({ sub: adasUid }), { DeviceId, Platform: 'Steam' });
    return (await sessionOf(ConnectedData?.Token))?.sessionId ?? '';
  };
  const read = (sessionId: string) =>
    server.database.kysely
      .selectFrom('sessions')
      .select(['platform', 'begun_by', 'revoked_at'])
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
  const desk = await on('desk');
  const phone = await on('phone');
  expect(await read(desk)).toEqual({ platform: 'Steam', begun_by: 'Game', revoked_at: null });
  const deskAgain = await on('desk');
  expect((await read(desk)).revoked_at).not.toBeNull();
  expect((await read(phone)).revoked_at).toBeNull();
  expect((await read(deskAgain)).revoked_at).toBeNull();
});

test('signs in a connected player, to that game only', async () => {
  const reply = await enter(await word({ sub: adasUid }));
  expect(reply).toEqual({
    IsConnected: true,
    ConnectedData: { Token: expect.any(String) as string, AccountId: ada, GameUid: adasUid },
  });
  const session = await sessionOf(reply.ConnectedData?.Token);
  expect(session).toMatchObject({ accountId: ada, game });
  await expect(server.client(reply.ConnectedData?.Token).auth.logoutEverywhere({})).rejects.toMatchObject({
    code: 'SignInAgain',
  });
  const row = await server.database.kysely
    .selectFrom('sessions')
    .select('begun_by')
    .where('session_id', '=', session?.sessionId ?? '')
    .executeTakeFirstOrThrow();
  expect(row.begun_by).toBe('Game');
});

test('returns a connect token for a player without a connection', async () => {
  const reply = await enter(await word({ sub: 'new-player' }));
  expect(reply).toEqual({
    IsConnected: false,
    NotConnectedData: { ConnectToken: expect.stringMatching(/^fxc_/) as string, GameUid: 'new-player' },
  });
});

test('creates a guest account for a standalone game, and finds it again', async () => {
  const first = await enter(await word({ sub: 'alone' }), { Standalone: true });
  expect(first.IsConnected).toBe(true);
  expect(first).not.toHaveProperty('NotConnectedData');
  const again = await enter(await word({ sub: 'alone' }), { Standalone: true });
  expect(again.ConnectedData?.AccountId).toBe(first.ConnectedData?.AccountId);
  expect(await sessionOf(again.ConnectedData?.Token)).toMatchObject({ game });
  expect(await guestsOf('alone')).toEqual([{ account_id: first.ConnectedData?.AccountId, guest: true }]);
});

test('of 50 first sign-ins at once, all get the same guest account', async () => {
  const words = await Promise.all(Array.from({ length: 50 }, () => word({ sub: 'crowd' })));
  const replies = await Promise.all(words.map((each) => enter(each, { Standalone: true })));
  expect(new Set(replies.map((reply) => reply.ConnectedData?.AccountId)).size).toBe(1);
  expect(await guestsOf('crowd')).toHaveLength(1);
  const { count } = await server.database.kysely
    .selectFrom('accounts')
    .leftJoin('connected_games', 'connected_games.account_id', 'accounts.account_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('connected_games.game', 'is', null)
    .executeTakeFirstOrThrow();
  expect(count, 'accounts left over from lost races').toBe(0);
});

test('a guest can still move the game account to a registered account', async () => {
  await enter(await word({ sub: 'may-move' }), { Standalone: true });
  const reply = await enter(await word({ sub: 'may-move' }));
  expect(reply).toMatchObject({ IsConnected: true, NotConnectedData: { GameUid: 'may-move' } });
});

test('rejects an unknown game', async () => {
  await expect(enter(await word({ sub: 'x' }), { Game: 'no-such-game' })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
});

test('of 50 concurrent sign-ins with one assertion one succeeds', async () => {
  const same = await word({ sub: adasUid });
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => enter(same)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'TokenExpiredOrUsed' });
  }
});

test('accepts an assertion of an old key until the key is revoked', async () => {
  const old = await server.gameKeys.create(game);
  await server.gameKeys.create(game);
  expect(await enter(await server.word(old, game, { sub: adasUid }))).toMatchObject({ IsConnected: true });
  await server.gameKeys.revoke(old.split('_')[1] ?? '');
  await expect(enter(await server.word(old, game, { sub: adasUid }))).rejects.toMatchObject({ code: 'ProofRefused' });
});

describe('rejects an assertion', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  test.each<[string, AssertionClaims]>([
    ['with another algorithm', { alg: 'HS512' }],
    ['from another game', { iss: 'sky-courier' }],
    ['for another audience', { aud: 'another-portal' }],
    ['for us and another audience', { aud: ['fxid', 'another-portal'] }],
    ['about an id from elsewhere', { aud: 'fxid-external-id' }],
    ['that names no key of the game', { kid: '0000000000000000' }],
    ['that lives too long', { livesSeconds: 301 }],
    ['from the future', { issuedAt: seconds() + 120 }],
    ['without a player id', { sub: '' }],
    ['with a player id that is too long', { sub: 'x'.repeat(129) }],
    ['with what no database keeps', { sub: 'a\u0000b' }],
    ['with half a character', { sub: 'a\ud800b' }],
    ['without a name of its own', { jti: '' }],
    ['with too long a name of its own', { jti: 'x'.repeat(129) }],
  ])('%s', async (_, claims) => {
    await expect(enter(await word({ sub: adasUid, ...claims }))).rejects.toMatchObject({
      status: 401,
      code: 'ProofRefused',
    });
  });

  test('without a subject', async () => {
    await expect(enter(await word({}))).rejects.toMatchObject({ code: 'ProofRefused' });
  });

  test('that is expired', async () => {
    const late = await word({ sub: adasUid, issuedAt: seconds() - 400, livesSeconds: 300 });
    await expect(enter(late)).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
  });

  test('of another game, signed with its own key', async () => {
    const [, otherId = ''] = otherKey.split('_');
    const byOther = await server.word(otherKey, game, { sub: adasUid });
    const underOurName = await server.word(otherKey, game, { sub: adasUid, kid: key.split('_')[1] ?? '' });
    const asItself = await server.word(otherKey, 'sky-courier', { sub: adasUid, kid: otherId });
    for (const each of [byOther, underOurName, asItself]) {
      await expect(enter(each)).rejects.toMatchObject({ code: 'ProofRefused' });
    }
  });

  test('that is unsigned, or signed with another type of key', async () => {
    const kid = key.split('_')[1] ?? '';
    const claims = { iss: game, aud: 'fxid', sub: adasUid, jti: 'forged', iat: seconds(), exp: seconds() + 60 };
    const unsigned = new UnsecuredJWT(claims).encode();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${part({ alg: 'none', kid })}.${part(claims)}.`;
    const empty = `${part({ alg: 'HS256', kid })}.${part(claims)}`;
    const emptySecret = `${empty}.${createHmac('sha256', '').update(empty).digest('base64url')}`;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const otherKind = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    for (const each of [unsigned, none, emptySecret, otherKind, 'no token', '']) {
      await expect(enter(each)).rejects.toMatchObject({ code: 'ProofRefused' });
    }
  });

  test('without an expiry or an id', async () => {
    const [, kid = '', secret = ''] = key.split('_');
    const sign = (claims: object) =>
      new SignJWT({ iss: game, aud: 'fxid', sub: adasUid, iat: seconds(), ...claims })
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(secret));
    await expect(enter(await sign({ jti: 'endless' }))).rejects.toMatchObject({ code: 'ProofRefused' });
    await expect(enter(await sign({ exp: seconds() + 60 }))).rejects.toMatchObject({ code: 'ProofRefused' });
    expect(await enter(await sign({ jti: 'good', exp: seconds() + 60 }))).toMatchObject({ IsConnected: true });
  });
});
