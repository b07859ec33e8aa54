// From an API call to a browser: which messages are written or held back, and how responses of push services are
// handled.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPushService, type PushReply, type SimulatedPushService } from '#lab/push/push-service.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { maxPushFailures } from './push-to-browser-job.ts';
import { readPushArguments, runPushCommand } from './run-push-command.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';

let server: TestApp;
let key: string;
let game: ReturnType<TestApp['client']>;
let laterMs = 0;
const start = Date.now();
const now = (): Date => new Date(start + laterMs);
// One for each test, because a service may request a pause.
const services = new Map<string, SimulatedPushService>();
let service: SimulatedPushService;
const asked: string[] = [];
let isAway = false;

const fetch: SafeFetch = async (address, { headers = {}, body = '' } = {}) => {
  asked.push(address);
  if (isAway) throw new Error('The network is away.');
  const { origin, pathname } = new URL(address);
  const answer = await (services.get(origin) ?? service).receive(pathname, headers, Buffer.from(body));
  return { status: answer.status, headers: answer.headers ?? {}, body: Buffer.from(answer.why ?? '') };
};

beforeAll(async () => {
  server = await createTestApp({ now, vendorFetch: fetch, env: { PUSH_SERVICES: '.push.example' } });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  key = await createGameKeys(server.database, server.sealer).create('gem-miner');
  game = server.client(key);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { kysely } = server.database;
  for (const table of ['push_messages', 'push_broadcasts', 'push_subscriptions', 'push_topics'] as const)
    await kysely.deleteFrom(table).execute();
  laterMs = 24 * 3600 * 1000;
  await server.jobs.runDue();
  laterMs = 0;
  service = createPushService(`https://t${services.size}.push.example`, now);
  services.set(service.origin, service);
  asked.length = 0;
  isAway = false;
});

let players = 0;

/** A player of the game whose browser allows its messages, at noon local time. */
async function buildPlayer({ marketing = true, locale = 'en', lets = true } = {}) {
  players += 1;
  const uid = `uid-${players}`;
  const accountId = await buildAccount(server.database, { games: [{ game: 'gem-miner', uid }] });
  await server.database.kysely
    .updateTable('accounts')
    .set({ marketing_enabled: marketing, locale, quiet_from: 0, quiet_until: 0 })
    .where('account_id', '=', accountId)
    .execute();
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Email' });
  const client = server.client(token);
  const addBrowser = async (): Promise<string> => {
    const subscription = service.subscribe(await server.push.keys.newest());
    await client.push.save({
      Platform: 'web',
      Token: JSON.stringify(subscription),
      ...(lets && { Game: 'gem-miner' }),
    });
    return subscription.endpoint;
  };
  return { accountId, uid, client, addBrowser, endpoint: await addBrowser() };
}

const message = { Title: { en: 'Ore!', de: 'Erz!' }, Body: { en: 'Your mine is full.' }, Marketing: false };
const shown = (endpoint: string) => service.received(endpoint).map(({ text }) => JSON.parse(text) as unknown);
const outcomes = async () =>
  (await server.database.kysely.selectFrom('push_messages').select('outcome').execute()).map(({ outcome }) => outcome);
const subscriptions = () => server.database.kysely.selectFrom('push_subscriptions').selectAll().execute();

test('a game notifies its own players, each browser once, in their language', async () => {
  const ada = await buildPlayer({ locale: 'de' });
  const phone = await ada.addBrowser();
  const mina = await buildPlayer();
  const asSent = { ...message, GameUids: [ada.uid, 'nobody'], Page: 'play/gem-miner?from=push', TtlSeconds: 600 };
  expect(await game.push.send(asSent)).toMatchObject({ Recipients: 1, UnderWay: false });
  await server.jobs.runDue();
  const expected = {
    title: 'Erz!',
    body: 'Your mine is full.',
    url: 'http://localhost:8080/play/gem-miner?from=push',
    tag: expect.stringMatching(/^[0-9a-f]{32}$/),
  };
  expect(shown(ada.endpoint)).toEqual([expected]);
  expect(shown(phone)).toEqual([expected]);
  expect(shown(mina.endpoint)).toEqual([]);
  const [received] = service.received(phone);
  expect(received?.ttlSeconds).toBeGreaterThan(500);
  expect(received).toMatchObject({ contact: 'mailto:push@localhost', topic: expect.stringMatching(/^[0-9a-f]{32}$/) });
});

test('a message to all subscribers is stored once, however often it is sent', async () => {
  const [ada, mina] = [await buildPlayer(), await buildPlayer()];
  const stranger = await buildPlayer({ lets: false });
  const Id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  await Promise.all([1, 2, 3].map(() => game.push.send({ ...message, Id })));
  await server.jobs.runDue();
  for (const { endpoint } of [ada, mina]) expect(shown(endpoint)).toHaveLength(1);
  expect(shown(stranger.endpoint)).toEqual([]);
  expect(await game.push.send({ ...message, Id })).toEqual({ Id, Recipients: 2, UnderWay: false });
  // Another game's key reveals nothing.
  const other = server.client(await createGameKeys(server.database, server.sealer).create('sky-courier'));
  await expect(other.push.send({ ...message, Id })).rejects.toMatchObject({ status: 409, code: 'Conflict' });
});

test('turned off applies to earlier messages too; a player who opted out of advertising gets none', async () => {
  const off = await buildPlayer();
  await off.client.push.choose({ Topic: 'gem-miner', On: false });
  const plain = await buildPlayer({ marketing: false });
  const late = await buildPlayer();
  const GameUids = [off.uid, plain.uid, late.uid];
  expect(await game.push.send({ ...message, GameUids, Marketing: true })).toMatchObject({ Recipients: 1 });
  await late.client.push.choose({ Topic: 'gem-miner', On: false });
  await server.jobs.runDue();
  expect([off, plain, late].flatMap(({ endpoint }) => shown(endpoint))).toEqual([]);
  expect(await outcomes()).toEqual(['unwanted']);
  expect(await game.push.send({ ...message, GameUids })).toMatchObject({ Recipients: 1 });
});

test("a player's messages a day are limited, and one game may use half of them", async () => {
  const ada = await buildPlayer();
  const send = () => game.push.send({ ...message, GameUids: [ada.uid] });
  const sent = await Promise.all(Array.from({ length: 6 }, send));
  expect(sent.reduce((sum, { Recipients }) => sum + Recipients, 0)).toBe(3);
  for (let count = 0; count < 4; count += 1)
    await server.push.broadcast({
      id: undefined,
      game: undefined,
      page: undefined,
      ttlSeconds: undefined,
      titles: message.Title,
      bodies: message.Body,
      isMarketing: false,
    });
  await server.jobs.runDue();
  expect(shown(ada.endpoint)).toHaveLength(5);
  await ageRows(server.database, 'push_messages', 25 * 3600);
  expect(await send()).toMatchObject({ Recipients: 1 });
});

test('at night a message waits for the morning, or is dropped if it expires before', async () => {
  const ada = await buildPlayer();
  const hour = now().getUTCHours();
  await ada.client.push.choose({ QuietFrom: hour, QuietUntil: (hour + 2) % 24, TimeZone: 'UTC' });
  await game.push.send({ ...message, GameUids: [ada.uid], TtlSeconds: 1800 });
  await game.push.send({ ...message, GameUids: [ada.uid], TtlSeconds: 20_000 });
  await server.jobs.runDue();
  expect(asked).toEqual([]);
  expect(new Set(await outcomes())).toEqual(new Set(['expired', null]));
  laterMs = 2 * 3600 * 1000;
  await server.jobs.runDue();
  expect(shown(ada.endpoint)).toHaveLength(1);
});

test.each([404, 410])('a browser whose service answers %i is deleted', async (status) => {
  const ada = await buildPlayer();
  const phone = await ada.addBrowser();
  service.script(ada.endpoint, [{ status }]);
  await game.push.send({ ...message, GameUids: [ada.uid] });
  await server.jobs.runDue();
  expect(await subscriptions()).toHaveLength(1);
  expect(shown(phone)).toHaveLength(1);
});

test.each<[string, PushReply[], number]>([
  ['429 with a pause', [{ status: 429, headers: { 'retry-after': '120' } }], 121],
  ['500', [{ status: 500 }], 61],
  ['503 and then 502', [{ status: 503 }, { status: 502 }], 301],
])('after %s it is retried later, and the other browser got it once', async (_, answers, seconds) => {
  const ada = await buildPlayer();
  const phone = await ada.addBrowser();
  service.script(ada.endpoint, answers);
  await game.push.send({ ...message, GameUids: [ada.uid] });
  for (let ms = 0; ms <= seconds * 1000; ms += 30_000) {
    laterMs = ms;
    await server.jobs.runDue();
  }
  laterMs += 60_000;
  await server.jobs.runDue();
  expect(shown(ada.endpoint)).toHaveLength(1);
  expect(shown(phone)).toHaveLength(1);
  expect(await subscriptions()).toHaveLength(2);
});

test('while its service is unreachable a message is retried until it expires', async () => {
  const ada = await buildPlayer();
  isAway = true;
  await game.push.send({ ...message, GameUids: [ada.uid], TtlSeconds: 3000 });
  for (let minute = 0; minute <= 60; minute += 1) {
    laterMs = minute * 60_000;
    await server.jobs.runDue();
  }
  // At once, then after 1, 5 and 30 minutes; the next try would be an hour later.
  expect(asked).toHaveLength(4);
  expect(server.jobs.held).toEqual([]);
  expect(await subscriptions()).toHaveLength(1);
});

test('a rejection that is our fault deletes a browser only if it lasts', async () => {
  const ada = await buildPlayer();
  const send = async (status: number) => {
    service.script(ada.endpoint, [{ status }]);
    await ageRows(server.database, 'push_messages', 25 * 3600);
    await game.push.send({ ...message, GameUids: [ada.uid] });
    await server.jobs.runDue();
  };
  for (const status of [400, 401, 403]) await send(status);
  expect(await subscriptions()).toMatchObject([{ failures: 3 }]);
  await send(201);
  expect(await subscriptions()).toMatchObject([{ failures: 0, failing_since: null }]);
  for (let count = 1; count < maxPushFailures; count += 1) await send(400);
  await ageRows(server.database, 'push_subscriptions', 8 * 86_400);
  expect(await subscriptions()).toHaveLength(1);
  await send(400);
  expect(await subscriptions()).toEqual([]);
});

test('a replaced key still sends to its subscriptions, and rejected ones are deleted', async () => {
  const ada = await buildPlayer();
  const next = await server.push.keys.rotate();
  expect(await server.push.keys.newest()).toBe(next);
  await game.push.send({ ...message, GameUids: [ada.uid] });
  await server.jobs.runDue();
  expect(shown(ada.endpoint)).toHaveLength(1);
  service.script(ada.endpoint, [{ status: 403 }]);
  await game.push.send({ ...message, GameUids: [ada.uid] });
  await server.jobs.runDue();
  expect(await subscriptions()).toEqual([]);
});

/** A player whose browser is also subscribed with the game's own key. */
async function buildPlayerWithGameKey(publicKey: string) {
  const player = await buildPlayer();
  const subscribe = async (PublicKey: string): Promise<string> => {
    const subscription = service.subscribe(PublicKey);
    const Token = JSON.stringify(subscription);
    await player.client.push.save({ Platform: 'web', Token, Game: 'gem-miner', GameOnly: true, PublicKey });
    return subscription.endpoint;
  };
  return { ...player, subscribe, own: await subscribe(publicKey) };
}

async function setGameKey(publicKey: string | null): Promise<void> {
  await server.database.kysely
    .updateTable('games')
    .set({ config: sql`jsonb_strip_nulls(config || jsonb_build_object('WebPushPublicKey', ${publicKey}::text))` })
    .where('game', '=', 'gem-miner')
    .execute();
}

async function newGameKey(): Promise<string> {
  const publicKey = await server.push.keys.rotate('gem-miner');
  await setGameKey(publicKey);
  onTestFinished(() => setGameKey(null));
  return publicKey;
}

// The simulated service accepts only messages that are signed with the key of the subscription.
test('a game with its own key sends with it, each browser once; all other messages use the portal’s key', async () => {
  const portalKey = await server.push.keys.newest();
  const key1 = await newGameKey();
  expect(await server.push.keys.newest()).toBe(portalKey);
  const ada = await buildPlayerWithGameKey(key1);
  const mina = await buildPlayer();
  await game.push.send({ ...message, GameUids: [ada.uid, mina.uid] });
  await server.jobs.runDue();
  expect([shown(ada.own), shown(ada.endpoint), shown(mina.endpoint)].map(({ length }) => length)).toEqual([1, 0, 1]);
  const desk = server.client(await createOperatorKeys(server.database).create('Joan', ['push']));
  await desk.push.broadcast(message);
  await server.jobs.runDue();
  expect([shown(ada.own), shown(ada.endpoint)].map(({ length }) => length)).toEqual([1, 1]);
  // A broadcast of the game reaches the same subscriptions.
  await desk.push.broadcast({ ...message, Game: 'gem-miner' });
  await server.jobs.runDue();
  expect([shown(ada.own), shown(ada.endpoint), shown(mina.endpoint)].map(({ length }) => length)).toEqual([2, 1, 3]);
});

test('after a change of the game’s key the old subscription is used until the browser renews it', async () => {
  const ada = await buildPlayerWithGameKey(await newGameKey());
  const send = async () => {
    await game.push.send({ ...message, GameUids: [ada.uid] });
    await server.jobs.runDue();
  };
  const next = await newGameKey();
  await send();
  expect(shown(ada.own)).toHaveLength(1);
  const renewed = await ada.subscribe(next);
  await send();
  expect([shown(ada.own), shown(renewed), shown(ada.endpoint)].map(({ length }) => length)).toEqual([1, 1, 0]);
  expect((await subscriptions()).map(({ game: of, public_key }) => [of, public_key])).toContainEqual([
    'gem-miner',
    next,
  ]);
  expect(await subscriptions()).toHaveLength(2);
});

test.each([
  ['is gone', 410, false],
  ['has an old key that is refused', 403, true],
])('a game’s message goes to the portal’s subscription if the game’s own %s', async (_, status, isOld) => {
  const ada = await buildPlayerWithGameKey(await newGameKey());
  if (isOld) await newGameKey();
  service.script(ada.own, [{ status }]);
  await game.push.send({ ...message, GameUids: [ada.uid] });
  await server.jobs.runDue();
  expect([shown(ada.own), shown(ada.endpoint)].map(({ length }) => length)).toEqual([0, 1]);
  expect(await subscriptions()).toMatchObject([{ game: null }]);
});

test('with only the game’s own subscription, no other message is written for the player', async () => {
  const ada = await buildPlayerWithGameKey(await newGameKey());
  await server.database.kysely.deleteFrom('push_subscriptions').where('game', 'is', null).execute();
  const desk = server.client(await createOperatorKeys(server.database).create('Radia', ['push']));
  await desk.push.broadcast(message);
  await server.jobs.runDue();
  expect(await outcomes()).toEqual([]);
  await game.push.send({ ...message, GameUids: [ada.uid] });
  await server.jobs.runDue();
  expect(shown(ada.own)).toHaveLength(1);
});

test('signing out and turning the game off end the game’s own subscription', async () => {
  const key1 = await newGameKey();
  const [ada, mina] = [await buildPlayerWithGameKey(key1), await buildPlayerWithGameKey(key1)];
  await ada.client.auth.logout({});
  expect((await subscriptions()).map(({ account_id }) => account_id)).toEqual([mina.accountId, mina.accountId]);
  await mina.client.push.choose({ Topic: 'gem-miner', On: false });
  await game.push.send({ ...message, GameUids: [ada.uid, mina.uid] });
  await server.jobs.runDue();
  expect(asked).toEqual([]);
  expect(await subscriptions()).toMatchObject([{ game: null }]);
});

test('a message that is too large is shortened', async () => {
  const ada = await buildPlayer();
  service.script(ada.endpoint, [{ status: 413 }]);
  await game.push.send({ ...message, GameUids: [ada.uid] });
  await server.jobs.runDue();
  expect(shown(ada.endpoint)).toMatchObject([{ title: 'Ore!' }]);
  expect(shown(ada.endpoint)[0]).not.toHaveProperty('body');
});

test('the longest texts fit into one message', async () => {
  const ada = await buildPlayer();
  await game.push.send({
    ...message,
    GameUids: [ada.uid],
    Title: { en: '𝕏'.repeat(50) },
    Body: { en: '漢'.repeat(400) },
    Page: `play/gem-miner?${'a'.repeat(480)}`,
  });
  await server.jobs.runDue();
  expect(shown(ada.endpoint)).toHaveLength(1);
});

test.each<[string, object]>([
  ['a page of another game', { Page: 'play/sky-courier' }],
  ['a page of elsewhere', { Page: 'https://evil.example/play/gem-miner' }],
  ['a path that climbs', { Page: 'play/gem-miner/../../Profile' }],
  ['no title', { Title: {} }],
  ['a title that is too long', { Title: { en: 'x'.repeat(101) } }],
  ['nothing about advertising', { Marketing: undefined }],
])('rejects %s', async (_, bad) => {
  const body = JSON.stringify({ ...message, GameUids: ['x'], ...bad });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { statusCode } = await server.app.inject({ method: 'POST', url: '/api/v1/push/send', headers, payload: body });
  expect(statusCode).toBe(400);
  expect(await outcomes()).toEqual([]);
});

test('rejects callers other than games', async () => {
  const ada = await buildPlayer();
  await expect(ada.client.push.send({ ...message, GameUids: [ada.uid] })).rejects.toMatchObject({ status: 401 });
});

test("a friend's invitation reaches the browser, unless turned off", async () => {
  const { kysely } = server.database;
  const [ada, mina] = [await buildPlayer(), await buildPlayer({ locale: 'de' })];
  for (const [account_id, friend_account_id] of [
    [ada.accountId, mina.accountId],
    [mina.accountId, ada.accountId],
  ] as const)
    await kysely.insertInto('friends').values({ account_id, friend_account_id }).execute();
  const invite = (Game: string) =>
    ada.client.friends.sendInviteNotification({ Game, FriendAccountId: mina.accountId, Message: 'Dig with me' });
  await invite('gem-miner');
  await server.jobs.runDue();
  expect(shown(mina.endpoint)).toMatchObject([
    { title: expect.stringMatching(/lädt dich zu Gem Miner ein$/), body: 'Dig with me' },
  ]);
  await mina.client.push.choose({ Topic: '@friends', On: false });
  await invite('sky-courier');
  await server.jobs.runDue();
  expect(shown(mina.endpoint)).toHaveLength(1);
});

test('a support reply reaches the browser', async () => {
  const ada = await buildPlayer();
  const { TicketId = '' } = await ada.client.support.sendMessage({ Message: 'Help', Email: 'ada@example.org' });
  const desk = server.client(await createOperatorKeys(server.database).create('Grace', ['support', 'push']));
  await desk.support.deskAnswer({ TicketId, Message: 'Here.' });
  await server.jobs.runDue();
  expect(shown(ada.endpoint)).toMatchObject([
    { title: 'Support replied', url: `http://localhost:8080/Support?ticket=${TicketId}` },
  ]);
  // A locked screen shows nothing of the message.
  expect(JSON.stringify(shown(ada.endpoint))).not.toContain('Here.');
});

test('operators send the portal’s news and a game’s, by call and by command', async () => {
  const ada = await buildPlayer();
  const stranger = await buildPlayer({ lets: false });
  const desk = server.client(await createOperatorKeys(server.database).create('Hedy', ['push']));
  await desk.push.broadcast({ ...message, Page: 'Games' });
  await server.jobs.runDue();
  expect(shown(stranger.endpoint)).toMatchObject([{ url: 'http://localhost:8080/Games' }]);
  const run = async (line: string, input = ''): Promise<string> => {
    const said: string[] = [];
    const report = (text: string) => void said.push(text);
    const parts = { database: server.database, push: server.push, report, operator: 'ann' };
    await runPushCommand(readPushArguments(line.split(' ')), parts, input);
    return said.join('\n');
  };
  const sent = await run('send', JSON.stringify({ ...message, Game: 'gem-miner' }));
  await server.jobs.runDue();
  const id = /Message (\S+) is/.exec(sent)?.[1];
  expect(await run(`show ${id}`)).toMatch(/for 1 players\n {2}sent: 1$/);
  expect(shown(ada.endpoint)).toHaveLength(2);
  expect(shown(stranger.endpoint)).toHaveLength(1);
  for (const bad of ['{', '{}', JSON.stringify({ ...message, Page: '//evil.example' })])
    await expect(run('send', bad)).rejects.toThrow(/isn't valid JSON|Invalid message/);
  await expect(run('send', JSON.stringify({ ...message, Game: 'none' }))).rejects.toThrow('No game is named none');
  await expect(desk.push.broadcast({ ...message, Game: 'none' })).rejects.toMatchObject({ code: 'UnknownGame' });
  const pair = {
    publicKey: 'BFfpd_bbfjPD_nrPKELtmHAJyvVtRYaC_KRHt9PXYqs0xas3cLpXO9_1QUBlZA_7WzRt-oTexNtNaOX1nMRxwuw',
    privateKey: 'VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVU',
  };
  await expect(run(`import ${pair.publicKey}`, pair.privateKey.replace('V', 'W'))).rejects.toThrow("doesn't match");
  expect(await run(`import ${pair.publicKey}`, `${pair.privateKey}\n`)).toContain('now subscribe');
  expect(await run('keys')).toMatch(new RegExp(`^${pair.publicKey}  made`));
  expect(await run('rotate')).toContain(await server.push.keys.newest());
  const portalKey = await server.push.keys.newest();
  const gameKey = /"WebPushPublicKey": "(\S+)"/.exec(await run('rotate sky-courier'))?.[1] ?? '';
  expect(await run(`import ${pair.publicKey} gem-miner`, pair.privateKey)).toContain(pair.publicKey);
  expect(await run(`import ${pair.publicKey} gem-miner`, pair.privateKey)).toContain('already imported');
  expect(await server.push.keys.newest()).toBe(portalKey);
  expect(await run('keys')).toMatch(
    new RegExp(`^${portalKey}  made [^]*${pair.publicKey}.* for gem-miner\\n[^]*${gameKey}.* for sky-courier`),
  );
  await expect(run('rotate none')).rejects.toThrow('No game is named none');
});
