import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWebhookEndpoints } from '#server/features/deliveries/endpoints.ts';
import { createGameKeys, type GameKeys } from '#server/features/game-keys/game-keys.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

const game = 'gem-miner';
let server: TestApp;
let gameKeys: GameKeys;
let key: string;
let secret: string;
let status = 204;
let posted: { headers: Record<string, string>; body: string }[] = [];

const gameServer: SafeFetch = async (_, { headers = {}, body = '' } = {}) => {
  posted.push({ headers, body: String(body) });
  return { status, headers: {}, body: Buffer.from(''), text: () => '' } as never;
};

beforeAll(async () => {
  server = await createTestApp({ vendorFetch: gameServer });
  await buildGames(server.database, [game, 'sky-courier']);
  gameKeys = createGameKeys(server.database, server.sealer);
  key = await gameKeys.create(game);
  const endpoints = createWebhookEndpoints(server.database, server.sealer, () => new Date());
  secret = (await endpoints.set(game, 'https://game.example/hooks')).secret ?? '';
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  posted = [];
  status = 204;
  await server.database.kysely.deleteFrom('in_game_events').execute();
  await setSending(true);
});

const setSending = (sends_events: boolean) =>
  server.database.kysely.updateTable('games').set({ sends_events }).where('game', '=', game).execute();

async function play(EventCode: string, rest: object = {}) {
  const uid = `uid-${randomUUID()}`;
  const accountId = await buildAccount(server.database, { games: [{ game, uid }] });
  const { token } = await server.sessions.begin(accountId);
  const EventId = randomUUID();
  await server.client(token).crossPlay.send({ GameSystemName: game, EventId, EventCode, ...rest });
  return { accountId, uid, EventId };
}

test("an event reaches the game's server, signed like a purchase", async () => {
  const { accountId, EventId } = await play('level', { Value: 3, P1: 'boss' });
  await server.jobs.runDue();
  const [{ headers, body } = { headers: {}, body: '' }] = posted;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: 'play.event',
    data: { event_id: EventId, account_id: accountId, game, code: 'level', value: 3, p1: 'boss', p2: null },
  });
});

test('a game that did not subscribe gets no events', async () => {
  await setSending(false);
  await play('level');
  await server.jobs.runDue();
  expect(posted).toEqual([]);
});

test('a failed event is retried with the same id', async () => {
  status = 503;
  await play('level');
  await expect(server.jobs.runDue()).rejects.toThrow('it answered 503');
  expect(posted).toHaveLength(1);
});

test('events can be collected page by page, each once', async () => {
  for (const code of ['a', 'b', 'c']) await play(code);
  const collect = (After?: string) =>
    server.client(key).deliveries.events({ Limit: 2, ...(After !== undefined && { After }) });
  // Earlier transactions may still commit next to new events.
  expect(await collect()).toEqual({ Events: [] });
  await ageRows(server.database, 'in_game_events', 60);
  const first = await collect();
  const second = await collect(first.Next);
  expect([...first.Events, ...second.Events].map(({ EventCode }) => EventCode)).toEqual(['a', 'b', 'c']);
  expect(first.Events[0]).toMatchObject({ GameUid: expect.stringContaining('uid-') as string });
  expect(await collect(second.Next)).toEqual({ Events: [] });
  await expect(collect('elsewhere')).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('a game collects only its own events, of players who are connected to it', async () => {
  const { accountId } = await play('mine');
  await ageRows(server.database, 'in_game_events', 60);
  const otherKey = await gameKeys.create('sky-courier');
  expect(await server.client(otherKey).deliveries.events({})).toEqual({ Events: [] });
  await server.database.kysely.deleteFrom('connected_games').where('account_id', '=', accountId).execute();
  expect(await server.client(key).deliveries.events({})).toEqual({ Events: [] });
});
