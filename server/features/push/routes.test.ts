import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import webPush, { type PushSubscription as WebPushSubscription } from 'web-push';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { maxBrowsersPerAccount, pushSealPurpose } from './save-subscription.ts';

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '100000' } });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.kysely.deleteFrom('push_subscriptions').execute();
});

const p256dh = 'BAIX5hfwtkQ5KCePlpmeaaI6TywVK99tbN9m5bgCgtTtGUp968uXcS0t2jyoWqh2Wlb0X8dYWZZS8ol8ZTBuV5Q';
const subscription = (change: object = {}) => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
  expirationTime: null,
  keys: { p256dh, auth: 'MzMzMzMzMzMzMzMzMzMzMw' },
  ...change,
});
const save = (token: string | undefined, given: object | string = subscription(), Game = 'gem-miner') =>
  server.client(token).push.save({
    Game,
    Platform: 'web',
    Token: typeof given === 'string' ? given : JSON.stringify(given),
  });
const rows = () => server.database.kysely.selectFrom('push_subscriptions').selectAll().execute();

async function newPlayer(game?: string) {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId, { begunBy: 'Email', ...(game !== undefined && { game }) });
  return { accountId, token };
}

test('stores one sealed row per browser, with the games that may send', async () => {
  const { accountId, token } = await newPlayer();
  await Promise.all(Array.from({ length: 8 }, () => save(token)));
  await save(token, subscription(), 'sky-courier');
  const found = await rows();
  expect(found).toMatchObject([{ account_id: accountId, public_key: await server.push.keys.newest() }]);
  const [row] = found;
  expect(row?.sealed.toString('latin1')).not.toContain('fcm');
  expect(JSON.parse(server.sealer.unseal(pushSealPurpose, row?.sealed ?? Buffer.alloc(0)))).toEqual(subscription());
  const { Topics, Browsers } = await server.client(token).push.choices({});
  expect(Topics.filter(({ Topic }) => !Topic.startsWith('@'))).toEqual([
    { Topic: 'gem-miner', On: true },
    { Topic: 'sky-courier', On: true },
  ]);
  expect(Browsers).toBe(1);
});

test('a browser is deleted with the session that saved it, and with no other', async () => {
  const { accountId, token } = await newPlayer();
  await save(token);
  const other = (await server.sessions.begin(accountId, { begunBy: 'Email' })).token;
  await server.client(other).auth.logout({});
  expect(await rows()).toHaveLength(1);
  await server.client(token).auth.logout({});
  expect(await rows()).toEqual([]);
});

test('a subscription with the key of a game is only for that game, and changes no topic', async () => {
  const { accountId, token } = await newPlayer();
  const player = server.client(token).push;
  const PublicKey = await server.push.keys.rotate('sky-courier');
  await server.database.kysely
    .updateTable('games')
    .set({ config: sql`config || jsonb_build_object('WebPushPublicKey', ${PublicKey}::text)` })
    .where('game', '=', 'sky-courier')
    .execute();
  const isListed = async () => (await player.choices({})).Topics.filter(({ Topic }) => Topic === 'sky-courier');
  const Token = JSON.stringify(subscription());
  const own = { Platform: 'web', Token, Game: 'sky-courier', GameOnly: true, PublicKey } as const;
  await player.save(own);
  expect(await rows()).toMatchObject([{ account_id: accountId, game: 'sky-courier', public_key: PublicKey }]);
  expect(await isListed()).toEqual([]);
  expect(await player.choices({})).toMatchObject({ Browsers: 0 });
  await player.save({
    Platform: 'web',
    Token: JSON.stringify(subscription({ endpoint: 'https://fcm.googleapis.com/2' })),
    Game: 'sky-courier',
  });
  expect(await isListed()).toEqual([{ Topic: 'sky-courier', On: true, PublicKey }]);
  expect(await player.choices({})).toMatchObject({ Browsers: 1 });
  const { Game, ...noGame } = own;
  const { publicKey: otherKey } = webPush.generateVAPIDKeys();
  for (const bad of [noGame, { ...own, PublicKey: otherKey }, { ...own, Game: 'gem-miner' }])
    await expect(player.save(bad)).rejects.toMatchObject({ code: 'InvalidRequest' });
  expect(await rows()).toHaveLength(2);
  await player.choose({ Topic: Game, On: false });
  expect(await rows()).toMatchObject([{ game: null }]);
});

test('a game’s key whose private key is unknown is not offered', async () => {
  const { token } = await newPlayer();
  await save(token);
  await server.database.kysely
    .updateTable('games')
    .set({
      config: sql`config || jsonb_build_object('WebPushPublicKey', ${webPush.generateVAPIDKeys().publicKey}::text)`,
    })
    .where('game', '=', 'gem-miner')
    .execute();
  const { Topics } = await server.client(token).push.choices({});
  expect(Topics).toContainEqual({ Topic: 'gem-miner', On: true });
});

test('what a player turned off stays off until they allow the game again', async () => {
  const { token } = await newPlayer();
  const isOn = async (): Promise<boolean | undefined> =>
    (await server.client(token).push.choices({})).Topics.find(({ Topic }) => Topic === 'gem-miner')?.On;
  await save(token);
  await server.client(token).push.choose({ Topic: 'gem-miner', On: false });
  const Token = JSON.stringify(subscription());
  await server.client(token).push.save({ Platform: 'web', Token });
  expect(await isOn()).toBe(false);
  await save(token);
  expect(await isOn()).toBe(true);
});

test('quiet hours belong to the player, in a valid time zone', async () => {
  const { token } = await newPlayer();
  const Token = JSON.stringify(subscription());
  await server.client(token).push.save({ Platform: 'web', Token, TimeZone: 'Asia/Tokyo' });
  expect(await server.client(token).push.choices({})).toMatchObject({
    QuietFrom: 22,
    QuietUntil: 8,
    TimeZone: 'Asia/Tokyo',
  });
  const quiet = { QuietFrom: 23, QuietUntil: 7, TimeZone: 'Europe/Berlin' };
  expect(await server.client(token).push.choose(quiet)).toMatchObject(quiet);
  for (const bad of [{ ...quiet, TimeZone: 'Mars/North' }, { QuietFrom: 3 }, { Topic: 'gem-miner' }, { On: true }])
    await expect(server.client(token).push.choose(bad)).rejects.toMatchObject({ code: 'InvalidRequest' });
});

test('stores what the sending library accepts', async () => {
  const { token } = await newPlayer();
  await save(token);
  const [row] = await rows();
  const kept = JSON.parse(server.sealer.unseal(pushSealPurpose, row?.sealed ?? Buffer.alloc(0))) as WebPushSubscription;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const vapidDetails = { subject: 'mailto:ops@example.com', publicKey, privateKey };
  const { endpoint, body, headers } = webPush.generateRequestDetails(kept, '{"title":"Hi"}', { vapidDetails });
  expect(endpoint).toBe(subscription().endpoint);
  expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', Authorization: expect.stringContaining(publicKey) });
  expect(body?.length).toBeGreaterThan(86);
});

test('moves a browser from the player who was signed in before', async () => {
  const first = await newPlayer();
  const second = await newPlayer();
  await save(first.token);
  await save(first.token, subscription(), 'sky-courier');
  await save(second.token);
  expect((await rows()).map(({ account_id }) => account_id)).toEqual([second.accountId]);
});

test("keeps a player's newest browsers, up to a limit", async () => {
  const { token } = await newPlayer();
  for (let number = 0; number <= maxBrowsersPerAccount; number += 1)
    await save(token, subscription({ endpoint: `https://fcm.googleapis.com/${number}` }));
  const found = await rows();
  expect(found).toHaveLength(maxBrowsersPerAccount);
  const endpoints = found.map(
    ({ sealed }) => JSON.parse(server.sealer.unseal(pushSealPurpose, sealed)).endpoint as string,
  );
  expect(endpoints).not.toContain('https://fcm.googleapis.com/0');
  expect(endpoints).toContain(`https://fcm.googleapis.com/${maxBrowsersPerAccount}`);
});

test.each<[string, object | string]>([
  ['no JSON', '{'],
  ['JSON of something else', '[]'],
  ['an address inside of our network', subscription({ endpoint: 'https://169.254.169.254/latest' })],
  ['an unknown push host', subscription({ endpoint: 'https://evil.example/push' })],
  ['a name that only ends alike', subscription({ endpoint: 'https://evilfcm.googleapis.com/x' })],
  ['another port', subscription({ endpoint: 'https://fcm.googleapis.com:8443/x' })],
  ['a password in the address', subscription({ endpoint: 'https://a:b@fcm.googleapis.com/x' })],
  ['an address without encryption', subscription({ endpoint: 'http://fcm.googleapis.com/x' })],
  ['an address of this machine', subscription({ endpoint: 'http://localhost:8080/lab/push/x' })],
  ['no keys', subscription({ keys: undefined })],
  [
    'a key that is not a point on the curve',
    subscription({ keys: { p256dh: 'AAAA', auth: 'MzMzMzMzMzMzMzMzMzMzMw' } }),
  ],
  [
    'a key off the curve',
    subscription({ keys: { p256dh: `${p256dh.slice(0, -2)}AA`, auth: 'MzMzMzMzMzMzMzMzMzMzMw' } }),
  ],
  ['a secret that is too short', subscription({ keys: { p256dh, auth: 'AAAA' } })],
])('rejects %s', async (_, given) => {
  const { token } = await newPlayer();
  await expect(save(token, given)).rejects.toMatchObject({ status: 400, code: 'InvalidRequest' });
  expect(await rows()).toEqual([]);
});

test('accepts the push services of the other browsers', async () => {
  const { token } = await newPlayer();
  for (const host of ['updates.push.services.mozilla.com', 'wns2-par02p.notify.windows.com', 'web.push.apple.com'])
    expect(await save(token, subscription({ endpoint: `https://${host}/x` }))).toEqual({ Success: true });
});

test('rejects visitors, other games and missing games', async () => {
  await expect(save(undefined)).rejects.toMatchObject({ status: 401 });
  const { token } = await newPlayer();
  await expect(save(token, subscription(), 'no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
  const bound = await newPlayer('sky-courier');
  await expect(save(bound.token)).rejects.toMatchObject({ code: 'SignInAgain' });
});
