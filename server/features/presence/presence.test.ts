import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { FriendEvents } from '#model/friend.ts';
import { endSessionsOfAccount } from '#server/features/sessions/sessions.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { befriend, buildAccount, buildAchievements, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { maxPresenceConnectionsPerAccount } from './presence-hub.ts';

let server: TestApp;
let base: string;
const game = 'gem-miner';

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '100000' } });
  await buildGames(server.database, [game, 'sky-courier']);
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server[Symbol.asyncDispose]());

async function person(name: string, sessionGame?: string) {
  const accountId = await buildAccount(server.database, { name });
  const origin = sessionGame === undefined ? undefined : { begunBy: 'Game', game: sessionGame };
  const { token, session } = await server.sessions.begin(accountId, origin);
  return { accountId, token, session, friends: server.client(token).friends };
}

type Event = { [E in keyof FriendEvents]: { readonly event: E; readonly data: FriendEvents[E] } }[keyof FriendEvents];

async function listen(token: string, inGame?: string) {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const query = inGame === undefined ? '' : `?Game=${inGame}`;
  const response = await fetch(`${base}/api/v1/friends/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let isOver = false;
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const [first = '', second = ''] = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        if (first.startsWith('event: ')) return { event: first.slice(7), data: JSON.parse(second.slice(6)) } as Event;
        continue;
      }
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) {
        isOver = true;
        return undefined;
      }
      text += value;
    }
  };
  const until = async (fits: (event: Event) => boolean): Promise<Event | undefined> => {
    for (let event = await next(); event; event = await next()) if (fits(event)) return event;
    return undefined;
  };
  return { response, next, until, close: () => stopping.abort(), isOver: () => isOver };
}

const isOnline = (accountId: string, online: boolean) => (event: Event) =>
  event.event === 'presence' && event.data.FriendAccountId === accountId && event.data.Online === online;

test('only friends are notified at once when a player comes online, changes game or status, and leaves', async () => {
  const [ada, ben, stranger] = [await person('Ada'), await person('Ben'), await person('Stranger')];
  await befriend(server.database, ada.accountId, ben.accountId);
  const adas = await listen(ada.token);
  expect(adas.response.headers.get('content-type')).toContain('text/event-stream');
  expect(adas.response.headers.get('x-accel-buffering')).toBe('no');
  expect(adas.response.headers.get('cache-control')).toBe('no-store, no-transform');
  expect(await adas.next()).toEqual({ event: 'here', data: { Friends: [] } });
  const strangers = await listen(stranger.token);
  expect(await strangers.next()).toEqual({ event: 'here', data: { Friends: [] } });
  // Presence is written with a short delay.
  await expect.poll(() => countRows(ada.accountId)).toBe(1);
  const bens = await listen(ben.token, game);
  expect(await bens.next()).toEqual({
    event: 'here',
    data: { Friends: [{ FriendAccountId: ada.accountId, Online: true }] },
  });
  expect((await adas.until(isOnline(ben.accountId, true)))?.data).toMatchObject({ Game: game });
  await ben.friends.status({ Game: game, Status: 'digging' });
  expect(await adas.until(({ event }) => event === 'status')).toMatchObject({
    data: { FriendAccountId: ben.accountId, Game: game, Status: 'digging' },
  });
  // The stranger's first event comes after the two became friends: nothing earlier was sent to them.
  await ben.friends.remove({ FriendAccountId: ada.accountId });
  expect(await adas.until(({ event }) => event === 'changed')).toEqual({ event: 'changed', data: {} });
  await befriend(server.database, stranger.accountId, ben.accountId);
  await ben.friends.status({ Game: game, Status: 'resting' });
  expect(await strangers.next()).toMatchObject({ event: 'presence', data: { FriendAccountId: ben.accountId } });
  bens.close();
  expect(await strangers.until(isOnline(ben.accountId, false))).toBeDefined();
});

test('two online players who become friends see each other at once', async () => {
  const [ada, ben] = [await person('Ada'), await person('Ben')];
  const [adas, bens] = [await listen(ada.token), await listen(ben.token, game)];
  for (const stream of [adas, bens]) await stream.next();
  for (const { accountId } of [ada, ben]) await expect.poll(() => countRows(accountId)).toBe(1);
  const { Url } = await ada.friends.createLink({});
  await ben.friends.acceptLink({ Token: new URL(Url).searchParams.get('token') ?? '' });
  expect(await adas.next()).toEqual({ event: 'changed', data: { NewFriend: 'Ben' } });
  expect((await adas.until(isOnline(ben.accountId, true)))?.data).toMatchObject({ Game: game });
  expect(await bens.until(isOnline(ada.accountId, true))).toBeDefined();
});

test('a stream ends with its session, and needs one', async () => {
  const ada = await person('Ada');
  const stream = await listen(ada.token);
  expect((await stream.next())?.event).toBe('here');
  await server.sessions.end(ada.session.sessionId);
  expect(await stream.next()).toBeUndefined();
  await expect.poll(() => countRows(ada.accountId)).toBe(0);
  const asking = await person('Asking');
  await asking.friends.presence({});
  expect(await countRows(asking.accountId)).toBe(1);
  await server.database.transaction((trx) => endSessionsOfAccount(trx, asking.accountId));
  await expect.poll(() => countRows(asking.accountId)).toBe(0);
  expect((await listen(ada.token)).response.status).toBe(401);
  expect((await fetch(`${base}/api/v1/friends/events`)).status).toBe(401);
  const ben = await person('Ben');
  expect((await listen(ben.token, 'no-such-game')).response.status).toBe(404);
  expect((await listen(ben.token, 'NO GAME')).response.status).toBe(400);
});

test("a game's session sees only friends who play that game", async () => {
  const [ada, ben] = [await person('Ada', game), await person('Ben')];
  await befriend(server.database, ada.accountId, ben.accountId);
  expect((await listen(ada.token, 'sky-courier')).response.status).toBe(403);
  const elsewhere = await listen(ben.token, 'sky-courier');
  await elsewhere.next();
  await expect.poll(() => countRows(ben.accountId)).toBe(1);
  const adas = await listen(ada.token);
  expect(await adas.next()).toEqual({ event: 'here', data: { Friends: [] } });
  expect((await ada.friends.presence({})).Friends).toEqual([]);
  await listen(ben.token, game);
  const seen = await adas.until(({ event, data }) => event === 'presence' && 'Online' in data && data.Online);
  expect(seen?.data).toMatchObject({ Online: true, Game: game });
  expect(JSON.stringify(seen)).not.toContain(ben.accountId);
});

test("the page of the game, and no other, is notified of achievements that the game's server unlocked", async () => {
  const key = await createGameKeys(server.database, server.sealer).create(game);
  await buildAchievements(server.database, game, ['first']);
  const ada = await person('Ada');
  await server.database.kysely
    .insertInto('connected_games')
    .values({ account_id: ada.accountId, game, game_uid: 'ada' })
    .execute();
  const [inGame, elsewhere] = [await listen(ada.token, game), await listen(ada.token, 'sky-courier')];
  for (const stream of [inGame, elsewhere]) await stream.next();
  const unlock = () => server.client(key).achievements.unlockForPlayer({ GameUid: 'ada', Code: 'first' });
  expect(await unlock()).toMatchObject({ Unlocked: true });
  const isUnlock = ({ event }: Event): boolean => event === 'achievement';
  expect((await inGame.until(isUnlock))?.data).toEqual({ Game: game, Code: 'first' });
  await server.sessions.end(ada.session.sessionId);
  expect(await elsewhere.until(isUnlock)).toBeUndefined();
});

test('the number of streams per account is limited; the oldest is closed', async () => {
  const ada = await person('Ada');
  const oldest = await listen(ada.token);
  await oldest.next();
  for (let count = 0; count < maxPresenceConnectionsPerAccount; count++) await (await listen(ada.token)).next();
  expect((await server.app.inject('/metrics')).body).toMatch(/^fxid_presence_connections [1-9]\d*$/m);
  expect(await oldest.until(({ event }) => event === 'enough')).toBeDefined();
  expect(await oldest.until(() => false)).toBeUndefined();
  expect(oldest.isOver()).toBe(true);
});

test('a player who polls counts as online for a while', async () => {
  const [ada, ben] = [await person('Ada'), await person('Ben')];
  await befriend(server.database, ada.accountId, ben.accountId);
  const adas = await listen(ada.token);
  await adas.next();
  await expect.poll(() => countRows(ada.accountId)).toBe(1);
  expect(await ben.friends.presence({ Game: game })).toEqual({
    Friends: [{ FriendAccountId: ada.accountId, Online: true }],
  });
  expect((await adas.until(isOnline(ben.accountId, true)))?.data).toMatchObject({ Game: game });
  await sql`update presences set expires_at = now() - interval '1 second' where account_id = ${ben.accountId}`.execute(
    server.database.kysely,
  );
  expect((await ada.friends.presence({})).Friends).toEqual([]);
});

test('players of a node without heartbeats go offline', async () => {
  const [ada, ben] = [await person('Ada'), await person('Ben')];
  await befriend(server.database, ada.accountId, ben.accountId);
  await sql`
    with node as (
      insert into presence_nodes (node_id, seen_at) values (gen_random_uuid(), now() - interval '31 seconds') returning node_id
    ), other as (
      insert into presence_nodes (node_id) values (gen_random_uuid()) returning node_id
    )
    insert into presences (connection_id, node_id, account_id)
    select gen_random_uuid(), node_id, ${ben.accountId}::uuid from node`.execute(server.database.kysely);
  expect((await ada.friends.presence({})).Friends).toEqual([]);
});

async function countRows(accountId: string): Promise<number> {
  const { rows } = await sql`select from presences where account_id = ${accountId}`.execute(server.database.kysely);
  return rows.length;
}
