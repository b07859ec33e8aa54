import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { befriend, buildAccount, buildGames, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

const game = 'gem-miner';
const other = 'sky-courier';
let server: TestApp;
let key: string;
let otherKey: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [game, other]);
  const gameKeys = createGameKeys(server.database, server.sealer);
  [key, otherKey] = [await gameKeys.create(game), await gameKeys.create(other)];
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { kysely } = server.database;
  for (const table of ['quests', 'in_game_events', 'achievements'] as const) await kysely.deleteFrom(table).execute();
  await kysely.insertInto('achievements').values([first, gems, secret, trusted, byQuest, elsewhere]).execute();
});

const names = (en: string, de: string) => JSON.stringify({ en, de });
const first = { game, code: 'first-run', position: 1, names: names('First run', 'Erster Lauf'), points: 10 };
const gems = {
  game,
  code: 'gems',
  position: 2,
  names: names('A hundred gems', 'Hundert Edelsteine'),
  descriptions: names('Collect them all', 'Sammle sie alle'),
  icons: JSON.stringify({ en: 'https://cdn.example/gems.png', de: 'https://cdn.example/steine.png' }),
  points: 50,
  target: 100,
};
const secret = {
  game,
  code: 'secret',
  position: 3,
  names: names('The crown', 'Die Krone'),
  points: 5,
  is_hidden: true,
};
const trusted = {
  game,
  code: 'trusted',
  position: 4,
  names: names('Champion', 'Meister'),
  unlocked_by: 'server' as const,
};
const byQuest = { game, code: 'digger', position: 5, names: names('Digger', 'Gräber'), unlocked_by: 'quest' as const };
const elsewhere = { game: other, code: 'first-run', names: names('First flight', 'Erster Flug'), points: 20 };

async function startPlayer(games = [game], locale = 'en') {
  const uid = `uid-${randomUUID()}`;
  const accountId = await buildAccount(server.database, { games: games.map((each) => ({ game: each, uid })) });
  await server.database.kysely.updateTable('accounts').set({ locale }).where('account_id', '=', accountId).execute();
  const { token } = await server.sessions.begin(accountId);
  const client = server.client(token);
  return {
    accountId,
    uid,
    client,
    unlock: (Code: string, Progress?: number) =>
      client.achievements.unlock({ GameSystemName: game, Code, ...(Progress !== undefined && { Progress }) }),
    fromServer: (Code: string, Progress?: number, by = key) =>
      server
        .client(by)
        .achievements.unlockForPlayer({ GameUid: uid, Code, ...(Progress !== undefined && { Progress }) }),
    list: () => client.achievements.list({ GameSystemName: game }),
    mine: () => client.achievements.mine({}),
  };
}

const setLimits = (limits: { max_step?: number; step_seconds?: number }) =>
  server.database.kysely.updateTable('achievements').set(limits).where('code', '=', 'gems').execute();

describe('unlocking', () => {
  test('an achievement is unlocked once, and repeated calls change nothing', async () => {
    const { unlock, list } = await startPlayer();
    const { Achievement, Unlocked } = await unlock('first-run');
    expect(Unlocked).toBe(true);
    expect(Achievement).toMatchObject({ Game: game, Code: 'first-run', Name: 'First run', Points: 10, Progress: 1 });
    expect(await unlock('first-run')).toEqual({ Achievement, Unlocked: false });
    expect((await list()).Achievements[0]).toEqual(Achievement);
  });

  test('of many calls at once exactly one unlocks it', async () => {
    const { unlock, fromServer } = await startPlayer();
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () => unlock('gems', 100)),
      ...Array.from({ length: 6 }, () => fromServer('gems')),
    ]);
    expect(replies.filter(({ Unlocked }) => Unlocked)).toHaveLength(1);
    expect(new Set(replies.map(({ Achievement }) => Achievement.UnlockedAt)).size).toBe(1);
  });

  test('progress is the greatest total that was reported, and reaching the target unlocks', async () => {
    const { unlock } = await startPlayer();
    expect(await unlock('gems', 30)).toMatchObject({ Unlocked: false, Achievement: { Progress: 30, Target: 100 } });
    expect(await unlock('gems', 20)).toMatchObject({ Unlocked: false, Achievement: { Progress: 30 } });
    const done = await unlock('gems', 5000);
    expect(done).toMatchObject({ Unlocked: true, Achievement: { Progress: 100 } });
    expect(await unlock('gems', 10)).toEqual({ ...done, Unlocked: false });
  });

  test('an unlocked one stays, whatever becomes of its target', async () => {
    const { unlock, list, mine } = await startPlayer();
    await unlock('gems');
    await server.database.kysely.updateTable('achievements').set({ target: 500 }).where('code', '=', 'gems').execute();
    expect((await list()).Achievements.find(({ Code }) => Code === 'gems')).toMatchObject({
      Progress: 500,
      Target: 500,
      UnlockedAt: expect.any(String) as string,
    });
    expect(await unlock('gems', 3)).toMatchObject({ Unlocked: false });
    expect((await mine()).Points).toBe(50);
  });

  test('a target that is lowered below the progress is reached by the next report', async () => {
    const { unlock } = await startPlayer();
    await unlock('gems', 60);
    await server.database.kysely.updateTable('achievements').set({ target: 50 }).where('code', '=', 'gems').execute();
    expect(await unlock('gems', 60)).toMatchObject({ Unlocked: true, Achievement: { Progress: 50, Target: 50 } });
  });

  test("the game's page keeps within the declared step and pause; the game's server does not have to", async () => {
    await setLimits({ max_step: 10, step_seconds: 60 });
    const { unlock, fromServer, list } = await startPlayer();
    const limit = { code: 'AchievementLimit', status: 409 };
    await expect(unlock('gems')).rejects.toMatchObject(limit);
    await expect(unlock('gems', 11)).rejects.toMatchObject(limit);
    expect(await unlock('gems', 10)).toMatchObject({ Achievement: { Progress: 10 } });
    await expect(unlock('gems', 15)).rejects.toMatchObject(limit);
    // A repeated report adds no progress.
    expect(await unlock('gems', 10)).toMatchObject({ Unlocked: false });
    await ageRows(server.database, 'player_achievements', 61);
    expect(await unlock('gems', 15)).toMatchObject({ Achievement: { Progress: 15 } });
    expect((await list()).Achievements.find(({ Code }) => Code === 'gems')?.Progress).toBe(15);
    expect(await fromServer('gems')).toMatchObject({ Unlocked: true });
  });

  test('a page cannot unlock achievements of the server or of quests, and a server none of quests', async () => {
    const { unlock, fromServer, list } = await startPlayer();
    const forbidden = { code: 'Forbidden', status: 403 };
    await expect(unlock('trusted')).rejects.toMatchObject(forbidden);
    await expect(unlock('digger')).rejects.toMatchObject(forbidden);
    await expect(fromServer('digger')).rejects.toMatchObject(forbidden);
    expect(await fromServer('trusted')).toMatchObject({ Unlocked: true });
    expect((await list()).Achievements.filter(({ UnlockedAt }) => UnlockedAt).map(({ Code }) => Code)).toEqual([
      'trusted',
    ]);
  });

  test('a quest unlocks its achievement with the event that completes it, once', async () => {
    await server.database.kysely
      .insertInto('quests')
      .values({ quest_id: randomUUID(), game, titles: '{"en":"Dig"}', code: 'dig', goal: 2, achievement: 'digger' })
      .execute();
    const { client, list } = await startPlayer();
    const dig = async () => (await client.crossPlay.send({ GameSystemName: game, EventCode: 'dig' })).Achievements;
    expect(await dig()).toEqual([]);
    expect(await dig()).toMatchObject([{ Code: 'digger', Name: 'Digger', UnlockedAt: expect.any(String) as string }]);
    expect(await dig()).toEqual([]);
    expect((await list()).Achievements.some(({ Code, UnlockedAt }) => Code === 'digger' && UnlockedAt)).toBe(true);
  });

  test.each<[string, object, string, number]>([
    ['an unknown code', { Code: 'nope' }, 'UnknownAchievement', 404],
    ['a hostile code', { Code: "x' or 1=1 --" }, 'InvalidRequest', 400],
    ['a code that is too long', { Code: 'x'.repeat(65) }, 'InvalidRequest', 400],
    ['no progress', { Code: 'gems', Progress: 0 }, 'InvalidRequest', 400],
    ['negative progress', { Code: 'gems', Progress: -5 }, 'InvalidRequest', 400],
    ['a fraction', { Code: 'gems', Progress: 1.5 }, 'InvalidRequest', 400],
    ['too much progress', { Code: 'gems', Progress: 1e15 }, 'InvalidRequest', 400],
    ['a field of its own', { Code: 'gems', AccountId: randomUUID() }, 'InvalidRequest', 400],
    ['an unknown game', { Code: 'gems', GameSystemName: 'nowhere' }, 'UnknownGame', 404],
    ["a game that the player doesn't play", { Code: 'first-run', GameSystemName: other }, 'GameNotConnected', 409],
  ])('%s is rejected with a code, and nothing is stored', async (_, change, code, status) => {
    const { accountId } = await startPlayer();
    const { token } = await server.sessions.begin(accountId);
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v1/achievements/unlock',
      headers: { authorization: `Bearer ${token}` },
      payload: { GameSystemName: game, ...change },
    });
    expect([reply.statusCode, reply.json<{ Code: string }>().Code]).toEqual([status, code]);
    const stored = await server.database.kysely
      .selectFrom('player_achievements')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    expect(stored).toEqual([]);
  });

  test('too many calls are rejected', async () => {
    await using limited = await createTestApp({ env: { REQUESTS_PER_MINUTE: '600' } });
    await buildGames(limited.database, [game]);
    await limited.database.kysely.insertInto('achievements').values(first).execute();
    const accountId = await buildAccount(limited.database, { games: [{ game, uid: 'u1' }] });
    const client = limited.client((await limited.sessions.begin(accountId)).token);
    const results = await Promise.allSettled(
      Array.from({ length: 130 }, () => client.achievements.unlock({ GameSystemName: game, Code: 'first-run' })),
    );
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: string }] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['TooManyRequests']));
  });
});

describe('reading', () => {
  test('hidden ones are counted until they are unlocked; texts and icons are in the language of the caller', async () => {
    const anyone = await server.client().achievements.list({ GameSystemName: game });
    expect(anyone.Achievements.map(({ Code }) => Code)).toEqual(['first-run', 'gems', 'trusted', 'digger']);
    expect(anyone.HiddenCount).toBe(1);
    expect(JSON.stringify(anyone)).not.toContain('secret');
    const { client, unlock } = await startPlayer([game], 'de');
    await unlock('secret');
    const own = await client.achievements.list({ GameSystemName: game });
    expect(own.HiddenCount).toBe(0);
    expect(own.Achievements.map(({ Name }) => Name)).toEqual([
      'Erster Lauf',
      'Hundert Edelsteine',
      'Die Krone',
      'Meister',
      'Gräber',
    ]);
    expect(own.Achievements[1]).toMatchObject({
      Description: 'Sammle sie alle',
      Icon: 'https://cdn.example/steine.png',
    });
    const english = await client.achievements.list({ GameSystemName: game, Locale: 'en' });
    expect(english.Achievements[1]).toMatchObject({ Icon: 'https://cdn.example/gems.png' });
  });

  test('the shelf has the points of all games, the last unlocked first', async () => {
    const { client, unlock, mine } = await startPlayer([game, other]);
    expect(await mine()).toEqual({ Points: 0, Games: [] });
    await client.achievements.unlock({ GameSystemName: other, Code: 'first-run' });
    await unlock('first-run');
    await unlock('secret');
    await unlock('gems', 99);
    const { Points, Games } = await mine();
    expect(Points).toBe(35);
    expect(Games.map(({ Game, Total, Achievements }) => [Game, Total, Achievements.map(({ Code }) => Code)])).toEqual([
      [game, 5, ['secret', 'first-run']],
      [other, 1, ['first-run']],
    ]);
  });

  test("a session or a key of one game reaches no other game's achievements", async () => {
    const { accountId, uid, fromServer } = await startPlayer([game, other]);
    const bound = server.client((await server.sessions.begin(accountId, { game })).token);
    const refused = { code: 'SignInAgain' };
    await expect(bound.achievements.unlock({ GameSystemName: other, Code: 'first-run' })).rejects.toMatchObject(
      refused,
    );
    await expect(bound.achievements.mine({})).rejects.toMatchObject(refused);
    await expect(bound.achievements.friends({ GameSystemName: game })).rejects.toMatchObject(refused);
    await expect(bound.achievements.settings({})).rejects.toMatchObject(refused);
    // The list of another game is the same as without a session.
    await server.client((await server.sessions.begin(accountId)).token).achievements.unlock({
      GameSystemName: other,
      Code: 'first-run',
    });
    const listed = await bound.achievements.list({ GameSystemName: other });
    expect(listed.Achievements).toMatchObject([{ Code: 'first-run', Progress: 0 }]);
    expect(listed.Achievements[0]).not.toHaveProperty('UnlockedAt');
    await expect(fromServer('gems', undefined, otherKey)).rejects.toMatchObject({ code: 'UnknownAchievement' });
    const stranger = { GameUid: `${uid}-x`, Code: 'gems' };
    await expect(server.client(key).achievements.unlockForPlayer(stranger)).rejects.toMatchObject({ code: 'NotFound' });
  });
});

describe('friends', () => {
  test('see the achievements only of players who allow it', async () => {
    const [ada, ben, stranger] = [await startPlayer(), await startPlayer(), await startPlayer()];
    await befriend(server.database, ada.accountId, ben.accountId);
    await ben.unlock('first-run');
    await ben.unlock('secret');
    await ada.unlock('first-run');
    await stranger.unlock('first-run');
    await stranger.client.achievements.settings({ ShownToFriends: true });
    const seen = async () => (await ada.client.achievements.friends({ GameSystemName: game })).Friends;
    expect(await ben.client.achievements.settings({})).toEqual({ ShownToFriends: false });
    expect(await seen()).toEqual([]);
    expect(await ben.client.achievements.settings({ ShownToFriends: true })).toEqual({ ShownToFriends: true });
    expect(await seen()).toMatchObject([{ Points: 15, Unlocked: 2 }]);
    await ben.client.achievements.settings({ ShownToFriends: false });
    expect(await seen()).toEqual([]);
  });

  test('see nothing of a game that the player has disconnected', async () => {
    const [ada, ben] = [await startPlayer(), await startPlayer([game, other])];
    await befriend(server.database, ada.accountId, ben.accountId);
    await ben.client.achievements.settings({ ShownToFriends: true });
    await ben.unlock('first-run');
    await ben.client.achievements.unlock({ GameSystemName: other, Code: 'first-run' });
    const seen = async (GameSystemName: string) => (await ada.client.achievements.friends({ GameSystemName })).Friends;
    expect(await seen(game)).toMatchObject([{ Points: 10 }]);
    await ben.client.profile.disconnectGame({ Game: game });
    expect(await seen(game)).toEqual([]);
    expect(await seen(other)).toMatchObject([{ Points: 20 }]);
    expect(await ben.mine()).toMatchObject({ Points: 30 });
  });
});

test('when accounts merge, the earlier unlock and otherwise the greater progress stay', async () => {
  const { kysely } = server.database;
  const proved = { type: 'Proved', id: randomUUID() };
  const early = new Date('2026-01-02T03:04:05Z');
  const late = new Date('2026-02-03T04:05:06Z');
  const row = (code: string, progress: number, unlockedAt: Date | null) => ({ game, code, progress, unlockedAt });
  const own = await buildAccount(server.database, {
    achievements: [row('first-run', 1, late), row('gems', 70, null), row('trusted', 1, early)],
  });
  const other = await buildAccount(server.database, {
    identities: [proved],
    achievements: [row('first-run', 1, early), row('gems', 30, null), row('secret', 1, late), row('trusted', 0, null)],
  });
  const { token } = await server.sessions.begin(own);
  const merged = await server.client(token).profile.confirmMerge({
    MergeToken: await offerMerge(server.database, own, other, proved),
    Keep: 'This',
    Games: [],
  });
  const read = async (accountId: string) =>
    (
      await kysely
        .selectFrom('player_achievements')
        .select(['code', 'progress', 'unlocked_at'])
        .where('account_id', '=', accountId)
        .orderBy('code')
        .execute()
    ).map((each) => [each.code, each.progress, each.unlocked_at]);
  expect(await read(own)).toEqual([
    ['first-run', 1, early],
    ['gems', 70, null],
    ['secret', 1, late],
    ['trusted', 1, early],
  ]);
  expect(await read(other)).toEqual([]);
  await server.client(merged.Token).profile.undoMerge({ MergeId: merged.MergeId });
  expect(await read(other)).toHaveLength(4);
});
