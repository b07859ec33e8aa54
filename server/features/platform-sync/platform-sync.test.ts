import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { simulator } from '#platforms/steam/simulator.server.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { changeLeaderboardEntries } from '#server/features/leaderboards/change-entries.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createLog } from '#server/http/log.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { startVendor, vendorFetch, type StartedVendor } from '#server/testing/start-vendor.ts';

const game = 'gem-miner';
let server: TestApp;
let vendor: StartedVendor;
let gameKey: string;
let isDown: boolean;

beforeAll(async () => {
  vendor = await startVendor((app, place) => simulator.mount(app, place));
  server = await createTestApp({
    vendorFetch: async (address, options) => {
      if (isDown) throw new Error('Steam is down');
      return safeFetch(address, { ...options, allowLoopback: true });
    },
  });
  const { database, sealer } = server;
  await buildGames(database, [game, 'sky-courier']);
  const boards = ['depth', 'unmapped'].map((Id) => ({ Id, Name: { en: Id }, Ascending: false, MaxPerMinute: 60 }));
  for (const each of [game, 'sky-courier'])
    await changeGame(database, each, (config) => ({ ...config, Leaderboards: boards }));
  gameKey = await createGameKeys(database, sealer).create(game);
  const names = JSON.stringify({ en: 'Deep' });
  await database.kysely
    .insertInto('achievements')
    .values([
      { game, code: 'first-run', names },
      { game, code: 'deep', names, unlocked_by: 'quest' },
      { game, code: 'other', names },
    ])
    .execute();
  const log = createLog({ level: 'silent', write: () => undefined });
  const settings = createAdapterSettings({ database, sealer, log });
  await settings.write('platforms', 'steam', simulator.settings(vendor.place), { game });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await vendor.close();
});
beforeEach(async () => {
  isDown = false;
  await server.jobs.runDue();
});

let people = 0;

/** A player of the game on Steam: the identity counts in this game only. */
async function play({ scope = game }: { scope?: string | null } = {}) {
  people += 1;
  const id = String(people);
  const uid = randomUUID();
  const accountId = await buildAccount(server.database, { games: [{ game, uid }] });
  const steamId = (76_561_197_960_265_728n + BigInt(id)).toString();
  await server.database.kysely
    .insertInto('social_identities')
    .values({ type: 'Steam', external_id: steamId, account_id: accountId, game: scope })
    .execute();
  const { token } = await server.sessions.begin(accountId);
  const client = server.client(token);
  return {
    accountId,
    uid,
    client,
    submit: (Score: number, Leaderboard = 'depth') => client.leaderboards.submit({ Game: game, Leaderboard, Score }),
    atSteam: async () => {
      const { body } = await vendorFetch(`${vendor.place.at}/client/results`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ player: id }),
      });
      return (JSON.parse(body.toString()) as { results: string[] }).results;
    },
  };
}

const countWaiting = () => server.jobs.held.filter(({ job }) => job.name.startsWith('platform-')).length;

test('a score that changes the entry reaches the platform, others do not', async () => {
  const player = await play();
  await player.submit(50);
  expect(countWaiting()).toBe(1);
  await server.jobs.runDue();
  expect(await player.atSteam()).toEqual(['leaderboard 900100: 50']);
  await player.submit(20);
  await player.submit(90, 'unmapped');
  expect(countWaiting()).toBe(0);
});

test('the stored entry is sent, not the score of the job', async () => {
  const player = await play();
  await player.submit(50);
  await player.submit(70);
  expect(countWaiting()).toBe(2);
  await server.jobs.runDue();
  expect(await player.atSteam()).toEqual(['leaderboard 900100: 70']);
});

test('a score of the game’s server is sent too', async () => {
  const player = await play();
  const report = { GameUid: player.uid, Leaderboard: 'depth', Score: 33 };
  await server.client(gameKey).leaderboards.report(report);
  await server.jobs.runDue();
  expect(await player.atSteam()).toEqual(['leaderboard 900100: 33']);
});

test('nothing is sent for players whom the platform hasn’t proved in this game', async () => {
  for (const scope of ['sky-courier', null]) {
    const player = await play({ scope });
    await player.submit(50);
    await player.client.achievements.unlock({ GameSystemName: game, Code: 'first-run' });
  }
  expect(countWaiting()).toBe(0);
});

test('a hidden entry and one that was removed are not sent', async () => {
  const [hidden, removed] = [await play(), await play()];
  for (const { submit } of [hidden, removed]) await submit(50);
  const about = { game, leaderboard: 'depth', record: recordCommand('content hide-scores', 'ann') };
  await changeLeaderboardEntries(server.database, { ...about, accountId: hidden.accountId, change: 'Hide' });
  await changeLeaderboardEntries(server.database, { ...about, accountId: removed.accountId, change: 'Remove' });
  await server.jobs.runDue();
  expect([await hidden.atSteam(), await removed.atSteam()]).toEqual([[], []]);
  await hidden.submit(60);
  expect(countWaiting()).toBe(0);
});

test('an outage of the platform doesn’t fail the player’s call, and the score is sent afterwards', async () => {
  const player = await play();
  isDown = true;
  expect(await player.submit(50)).toMatchObject({ Score: 50, Rank: expect.any(Number) as number });
  await expect(server.jobs.runDue()).rejects.toThrow('Steam is down');
  isDown = false;
  await server.jobs.runDue();
  expect(await player.atSteam()).toEqual(['leaderboard 900100: 50']);
});

test('achievements that the page and quests unlock reach the platform, once', async () => {
  const player = await play();
  await server.database.kysely
    .insertInto('quests')
    .values({ quest_id: randomUUID(), game, titles: '{"en":"Dig"}', code: 'dig', goal: 1, achievement: 'deep' })
    .execute();
  for (const Code of ['first-run', 'first-run', 'other'])
    await player.client.achievements.unlock({ GameSystemName: game, Code });
  await player.client.crossPlay.send({ GameSystemName: game, EventCode: 'dig' });
  expect(countWaiting()).toBe(2);
  await server.jobs.runDue();
  expect(await player.atSteam()).toEqual(['achievement FIRST_RUN: 1', 'achievement DEEP: 1']);
});

test('after an account is gone, its jobs end without a call', async () => {
  const player = await play();
  await player.submit(50);
  await server.database.kysely.deleteFrom('accounts').where('account_id', '=', player.accountId).execute();
  isDown = true;
  await server.jobs.runDue();
  expect(countWaiting()).toBe(0);
});
