import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { buildStore } from '#server/testing/build-store.ts';
import { createGameTestApp, type GameTestApp } from '#server/testing/create-game-test-app.ts';

let server: GameTestApp;
let key: string;
const game = 'paper-fleet';

beforeAll(async () => {
  server = await createGameTestApp();
  await buildGames(server.database, [game, 'gem-miner']);
  await buildStore(server.database, game);
  key = await server.gameKeys.create(game);
});
afterAll(() => server[Symbol.asyncDispose]());

const begin = async (accountId: string, restrictedTo?: string) =>
  (await server.sessions.begin(accountId, { begunBy: 'Email', game: restrictedTo })).token;

async function newPlayer(): Promise<{ accountId: string; token: string }> {
  const accountId = await buildAccount(server.database);
  return { accountId, token: await begin(accountId) };
}

async function enter(sub: string, Standalone = false) {
  const Token = await server.word(key, game, { sub });
  return server.client().auth.authenticateFromGame({ Game: game, Token, Standalone });
}

const inviteFor = async (sub: string): Promise<string> =>
  (await enter(sub)).NotConnectedData?.ConnectToken ?? 'the game account is connected';
const bring = (token: string, ConnectToken: string, Game = game) =>
  server.client(token).invite.connectFromGame({ Game, ConnectToken });
const confirm = (token: string, ConnectToken: string, Accept = true) =>
  server.client(token).invite.updateConnectGameInvite({ ConnectToken, Accept });
const holderOf = async (gameUid: string) =>
  (
    await server.database.kysely
      .selectFrom('connected_games')
      .select('account_id')
      .where('game', '=', game)
      .where('game_uid', '=', gameUid)
      .executeTakeFirst()
  )?.account_id;

test('connects a game after the player has seen and confirmed it', async () => {
  const { accountId, token } = await newPlayer();
  const invite = await inviteFor('uid-1');
  expect(await bring(token, invite)).toEqual({
    Result: 'Created',
    ConnectedGame: { Game: game, GameUid: 'uid-1', StoreEnabled: true },
  });
  expect(await holderOf('uid-1')).toBeUndefined();
  const done = await confirm(token, invite);
  expect(done).toMatchObject({
    Result: 'Success',
    ConnectedGame: { Game: game, GameUid: 'uid-1', StoreEnabled: true },
  });
  expect(decodeJwt(done.ConnectedGame?.GameJwt ?? '')).toMatchObject({
    aud: game,
    sub: accountId,
    game_uid: 'uid-1',
    guest: false,
  });
  expect(await holderOf('uid-1')).toBe(accountId);
  expect(await enter('uid-1')).toMatchObject({ IsConnected: true, ConnectedData: { AccountId: accountId } });
});

test('of 50 confirmations at once, one succeeds', async () => {
  const { accountId, token } = await newPlayer();
  const invite = await inviteFor('uid-race');
  await bring(token, invite);
  const results = await Promise.all(Array.from({ length: 50 }, () => confirm(token, invite)));
  expect(results.filter(({ Result }) => Result === 'Success')).toHaveLength(1);
  expect(results.filter(({ Result }) => Result === 'FailedTimeout')).toHaveLength(49);
  expect(await holderOf('uid-race')).toBe(accountId);
});

test('of 20 invites for one account at once, one succeeds', async () => {
  const { token } = await newPlayer();
  const invites = await Promise.all(Array.from({ length: 20 }, (_, n) => inviteFor(`uid-many-${n}`)));
  for (const invite of invites) await bring(token, invite);
  const results = await Promise.all(invites.map((invite) => confirm(token, invite)));
  expect(results.filter(({ Result }) => Result === 'Success')).toHaveLength(1);
  expect(results.filter(({ Result }) => Result === 'FailedGameOfThisTypeAlreadyConnectedToYourAccount')).toHaveLength(
    19,
  );
});

test('of 20 concurrent invites for one game account one connects it', async () => {
  const players = await Promise.all(Array.from({ length: 20 }, newPlayer));
  const invites = await Promise.all(players.map(() => inviteFor('uid-wanted')));
  await Promise.all(players.map(({ token }, n) => bring(token, invites[n] ?? '')));
  const results = await Promise.all(players.map(({ token }, n) => confirm(token, invites[n] ?? '')));
  expect(results.filter(({ Result }) => Result === 'Success')).toHaveLength(1);
  expect(
    results.filter(({ Result }) => Result === 'FailedThisGameAccountAlreadyConnectedToAnotherAccount'),
  ).toHaveLength(19);
});

test('changes nothing when the player declines', async () => {
  const { token } = await newPlayer();
  const invite = await inviteFor('uid-refused');
  await bring(token, invite);
  expect(await confirm(token, invite, false)).toEqual({ Result: 'FailedUnknown' });
  expect(await confirm(token, invite)).toEqual({ Result: 'FailedTimeout' });
  expect(await holderOf('uid-refused')).toBeUndefined();
});

test('reports that the player already has the game', async () => {
  const invite = await inviteFor('uid-second');
  const player = await buildAccount(server.database, { games: [{ game, uid: 'uid-first' }] });
  expect(await bring(await begin(player), invite)).toEqual({
    Result: 'FailedGameOfThisTypeAlreadyConnectedToYourAccount',
  });
  // The token stays valid: it was the wrong account.
  expect(await bring((await newPlayer()).token, invite)).toMatchObject({ Result: 'Created' });
});

test('notifies a player whose game account moved to another player', async () => {
  const [first, second] = [await newPlayer(), await newPlayer()];
  const [one, other] = [await inviteFor('uid-taken'), await inviteFor('uid-taken')];
  await bring(first.token, one);
  await bring(second.token, other);
  expect(await confirm(first.token, one)).toMatchObject({ Result: 'Success' });
  const taken = { Result: 'FailedThisGameAccountAlreadyConnectedToAnotherAccount' };
  expect(await confirm(second.token, other)).toEqual(taken);
  expect(await holderOf('uid-taken')).toBe(first.accountId);
});

test('rejects tokens that are expired, unknown, used, for another game or bound to another account', async () => {
  const { token } = await newPlayer();
  const stranger = await newPlayer();
  const timeout = { Result: 'FailedTimeout' };
  expect(await bring(token, `fxc_${'A'.repeat(43)}`)).toEqual(timeout);
  expect(await bring(token, 'nonsense')).toEqual(timeout);
  const invite = await inviteFor('uid-bound');
  expect(await bring(token, invite, 'gem-miner')).toEqual(timeout);
  // A player can't confirm a token presented by another account.
  expect(await confirm(token, invite)).toEqual(timeout);
  await bring(token, invite);
  expect(await bring(stranger.token, invite)).toEqual(timeout);
  expect(await confirm(stranger.token, invite)).toEqual(timeout);
  await ageRows(server.database, 'connect_invites', 10 * 60);
  expect(await confirm(token, invite)).toEqual(timeout);
  expect(await bring(token, invite)).toEqual(timeout);
  expect(await holderOf('uid-bound')).toBeUndefined();
});

test('rejects a session limited to a game, because connecting changes the account', async () => {
  const invite = await inviteFor('uid-restricted');
  const restricted = await begin(await buildAccount(server.database), 'gem-miner');
  await expect(bring(restricted, invite)).rejects.toMatchObject({ code: 'SignInAgain' });
  await expect(confirm(restricted, invite)).rejects.toMatchObject({ code: 'SignInAgain' });
});

test('moves the game account of a guest to the account that the player has', async () => {
  const guest = (await enter('uid-guest', true)).ConnectedData;
  await server.database.kysely
    .insertInto('player_statuses')
    .values({ account_id: guest?.AccountId ?? '', game, status: 'Sailing' })
    .execute();
  const { accountId, token } = await newPlayer();
  const invite = await inviteFor('uid-guest');
  expect(await bring(token, invite)).toMatchObject({ Result: 'Created' });
  expect(await confirm(token, invite)).toMatchObject({ Result: 'Success' });
  expect(await holderOf('uid-guest')).toBe(accountId);
  const status = await server.database.kysely
    .selectFrom('player_statuses')
    .select('status')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  expect(status).toEqual({ status: 'Sailing' });
  const shell = await server.database.kysely
    .selectFrom('accounts')
    .select('merged_into')
    .where('account_id', '=', guest?.AccountId ?? '')
    .executeTakeFirstOrThrow();
  expect(shell.merged_into).toBe(accountId);
  const session = await server.database.kysely
    .selectFrom('sessions')
    .select('revoked_at')
    .where('account_id', '=', guest?.AccountId ?? '')
    .execute();
  expect(session.every(({ revoked_at }) => revoked_at !== null)).toBe(true);
  expect((await enter('uid-guest')).ConnectedData?.AccountId).toBe(accountId);
});

test('of 20 players who claim a guest’s game account at once, one gets it', async () => {
  await enter('uid-guest-race', true);
  const players = await Promise.all(Array.from({ length: 20 }, newPlayer));
  const invites = await Promise.all(players.map(() => inviteFor('uid-guest-race')));
  await Promise.all(players.map(({ token }, n) => bring(token, invites[n] ?? '')));
  const results = await Promise.all(players.map(({ token }, n) => confirm(token, invites[n] ?? '')));
  expect(results.filter(({ Result }) => Result === 'Success')).toHaveLength(1);
});

test('does not merge a guest with an identity or another game', async () => {
  const guest = (await enter('uid-somebody', true)).ConnectedData;
  const invite = await inviteFor('uid-somebody');
  await server.database.kysely
    .insertInto('social_identities')
    .values({ type: 'AW', external_id: 'somebody', account_id: guest?.AccountId ?? '' })
    .execute();
  const { token } = await newPlayer();
  expect(await bring(token, invite)).toEqual({ Result: 'FailedThisGameAccountAlreadyConnectedToAnotherAccount' });
  expect(await holderOf('uid-somebody')).toBe(guest?.AccountId);
});
