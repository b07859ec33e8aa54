import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';
import type { GameDocument } from './game-document.ts';

let testing: PublishingTest;
beforeAll(async () => {
  testing = await createPublishingTest();
  await buildGames(testing.server.database, ['gem-miner', 'paper-fleet', 'sky-courier', 'bridge-explorer']);
  await testing.run(['add', 'tried', testing.folder({ 'index.html': 'one' })]);
});
afterAll(() => testing[Symbol.asyncDispose]());

const show = async (game = 'tried') => JSON.parse(await testing.run(['show', game])) as GameDocument;
const set = (change: object, game = 'tried') => testing.run(['set', game], change);
const client = () => testing.server.client();

test.each(['tried', 'gem-miner', 'sky-courier', 'paper-fleet', 'bridge-explorer'])(
  'what is shown of %s can be set again unchanged',
  async (game) => {
    const before = await show(game);
    expect(await set(before, game)).toBe(`${game} is saved. Nodes use it within seconds.`);
    expect(await show(game)).toEqual(before);
  },
);

test('players get what is set: launch flags, limits, isolation, maintenance, position', async () => {
  const before = await show();
  const Config: GameDocument['Config'] = {
    ...before.Config,
    LaunchFlags: { level: '3' },
    Isolated: true,
    ConnectOrigins: ['wss://live.example'],
    Presentation: { MinRatio: 1.5, MaxWidth: 800 },
    Maintenance: { From: '2020-01-01T00:00:00Z', Message: { en: 'Soon.' } },
  };
  await set({ ...before, Config, Position: 0 });
  const chosen = await client().play.chooseGame({ GameSystemName: 'tried', WebPublishingPlatform: 'FxId' });
  expect(chosen.LaunchUrl).toBe('http://tried.localhost:8081/?level=3');
  expect(chosen.PublicGameData).toMatchObject({ Presentation: { MinRatio: 1.5, MaxWidth: 800 }, Isolated: true });
  const { headers } = await testing.get('tried', '/');
  expect(headers['cross-origin-embedder-policy']).toBe('credentialless');
  expect(headers['content-security-policy']).toContain('wss://live.example');
  const listed = async () => (await client().games.list({})).Games.find((each) => each.GameSystemName === 'tried');
  expect((await listed())?.InMaintenance).toBe(true);
  expect(await testing.run(['list'])).toMatch(/^tried {2}Tried {2}Iframe {2}build 1 {2}in maintenance {2}http/m);
  await set(before);
  expect((await listed())?.InMaintenance).toBe(false);
  expect((await testing.get('tried', '/')).headers['cross-origin-embedder-policy']).toBeUndefined();
});

test('changes are sent to connected players', async () => {
  const before = await show('gem-miner');
  const ForPlayers = {
    TagsLinks: [{ TagName: 'season', TagData: 'winter' }],
    Surveys: [{ Id: 'first', Url: 'https://survey.example/first', Title: 'How was it?' }],
  };
  await set({ ...before, ForPlayers }, 'gem-miner');
  const accountId = await buildAccount(testing.server.database, { games: [{ game: 'gem-miner', uid: randomUUID() }] });
  const { token } = await testing.server.sessions.begin(accountId);
  const { profile } = testing.server.client(token);
  const { Account, ConnectedGame } = await profile.gameConnection({ Game: 'gem-miner' });
  expect(ConnectedGame).toMatchObject(ForPlayers);
  expect(Account.ConnectedGames).toMatchObject([{ Game: 'gem-miner', ...ForPlayers }]);
  await set(before, 'gem-miner');
  expect((await profile.gameConnection({ Game: 'gem-miner' })).ConnectedGame).not.toHaveProperty('Surveys');
});

test('a game is hidden and shown again', async () => {
  expect(await testing.run(['hide', 'tried'])).toContain('hidden');
  await expect(
    client().play.chooseGame({ GameSystemName: 'tried', WebPublishingPlatform: 'FxId' }),
  ).rejects.toMatchObject({ code: 'UnknownGame' });
  expect(await testing.run(['list'])).toMatch(/^tried .* hidden /m);
  expect((await show()).Published).toBe(false);
  await testing.run(['unhide', 'tried']);
  expect(
    (await client().play.chooseGame({ GameSystemName: 'tried', WebPublishingPlatform: 'FxId' })).GameSystemName,
  ).toBe('tried');
});

const quest = (change: object) => ({
  Titles: { en: 'Dig' },
  Code: 'dig',
  Adds: 'One',
  Goal: 5,
  Active: true,
  ...change,
});

const achievement = (change: object) => ({ Code: 'dig', Names: { en: 'Digger', de: 'Gräber' }, ...change });

test('achievements are declared, changed and removed; players keep what they have unlocked', async () => {
  const before = await show();
  const declared = [
    achievement({
      Descriptions: { en: 'Dig' },
      Icons: { en: 'https://cdn.example/dig.png' },
      Points: 10,
      Target: 5,
      Hidden: true,
      MaxStep: 5,
      StepSeconds: 60,
    }),
    achievement({ Code: 'fly', UnlockedBy: 'Server' }),
    achievement({ Code: 'all', UnlockedBy: 'Quest' }),
  ];
  await set({ ...before, Achievements: declared, Quests: [quest({ Achievement: 'all' })] });
  expect(await show()).toMatchObject({ Achievements: declared, Quests: [{ Achievement: 'all' }] });
  const accountId = await buildAccount(testing.server.database, { games: [{ game: 'tried', uid: randomUUID() }] });
  const { token } = await testing.server.sessions.begin(accountId);
  const { achievements } = testing.server.client(token);
  await achievements.unlock({ GameSystemName: 'tried', Code: 'dig' });
  expect(await set({ ...before, Achievements: [declared[1]], Quests: [] })).toContain(
    'Achievements removed: dig, all.',
  );
  expect((await show()).Achievements?.map(({ Code }) => Code)).toEqual(['fly']);
  expect(await achievements.mine({})).toMatchObject({
    Points: 10,
    Games: [{ Total: 2, Achievements: [{ Code: 'dig' }] }],
  });
  await expect(achievements.unlock({ GameSystemName: 'tried', Code: 'all' })).rejects.toMatchObject({
    code: 'UnknownAchievement',
  });
  const seen = await client().achievements.list({ GameSystemName: 'tried' });
  expect(seen.Achievements.map(({ Code }) => Code)).toEqual(['fly']);
  // A code that comes back is the same achievement.
  await set({ ...before, Achievements: [achievement({ Points: 20 })] });
  expect(await achievements.mine({})).toMatchObject({ Points: 20, Games: [{ Total: 1 }] });
  await set(before);
});

test.each<[string, object[], object[], string]>([
  ['a code that stands there twice', [{}, {}], [], '/Achievements/1/Code stands there twice'],
  ['a code with a space', [{ Code: 'a b' }], [], '/Achievements/0/Code'],
  ['no name', [{ Names: {} }], [], '/Achievements/0/Names needs a text'],
  ['an icon that is a script', [{ Icons: { en: 'javascript:alert(1)' } }], [], '/Achievements/0/Icons/en'],
  ['too many points', [{ Points: 600 }, { Code: 'b', Points: 401 }], [], 'have 1001 points together'],
  ['a target of nothing', [{ Target: 0 }], [], '/Achievements/0/Target'],
  ['a step beyond the target', [{ Target: 3, MaxStep: 4 }], [], '/Achievements/0/MaxStep is more than Target'],
  ['a limit without effect', [{ UnlockedBy: 'Server', StepSeconds: 5 }], [], '/Achievements/0/StepSeconds limits'],
  ['no quest that unlocks it', [{ UnlockedBy: 'Quest' }], [], '/Achievements/0/UnlockedBy is Quest'],
  ['a quest with an unknown one', [], [{ Achievement: 'dig' }], '/Quests/0/Achievement is dig'],
  ['a forgeable quest', [{ UnlockedBy: 'Server' }], [{ Achievement: 'dig' }], '/Quests/0/ReportedBy must be Server'],
])('a document with %s is rejected', async (_, achievements, quests, message) => {
  const document = { ...(await show()), Achievements: achievements.map(achievement), Quests: quests.map(quest) };
  await expect(set(document)).rejects.toThrow(message);
});

test("a quest keeps its players' progress while it keeps its Id or its code", async () => {
  const before = await show();
  await set({ ...before, Quests: [quest({}), quest({ Code: 'fly' })], EventRules: [{ Code: 'dig', Filter1: '/^g/' }] });
  const accountId = await buildAccount(testing.server.database, { games: [{ game: 'tried', uid: randomUUID() }] });
  const { token } = await testing.server.sessions.begin(accountId);
  const player = testing.server.client(token);
  for (const EventCode of ['dig', 'dig', 'fly']) await player.crossPlay.send({ GameSystemName: 'tried', EventCode });
  const progress = async () =>
    (await player.crossPlay.myQuests({})).Quests.map(({ Title, Progress }) => [Title, Progress]);
  expect(await progress()).toEqual([
    ['Dig', 2],
    ['Dig', 1],
  ]);
  const [dig, fly] = (await show()).Quests;
  // The first is matched by its code, the second by its id.
  const named = { ...quest({ Titles: { en: 'Soar' }, Code: 'soar' }), Id: fly?.Id };
  await set({ ...(await show()), Quests: [named, quest({ Titles: { en: 'Deeper' }, Goal: 9 })] });
  expect(await progress()).toEqual([
    ['Soar', 1],
    ['Deeper', 2],
  ]);
  expect((await show()).Quests.map(({ Id }) => Id)).toEqual([fly?.Id, dig?.Id]);
  expect(await set({ ...(await show()), Quests: [] })).toContain('2 quests removed, with the progress of 2 players');
  expect(await progress()).toEqual([]);
  expect((await client().crossPlay.rules({ game: 'tried' })).Rules).toEqual([{ Code: 'dig', Filter1: '/^g/' }]);
  await set(before);
});

test('the change set of a build is set and read', async () => {
  const before = await show();
  const [build] = before.Builds;
  await set({ ...before, Builds: [{ ...build, ChangeSet: 'r1042' }] });
  expect((await show()).Builds).toMatchObject([{ ChangeSet: 'r1042' }]);
  const { OtaVersion = '' } = build ?? {};
  const { Builds } = await client().play.builds({ Game: 'tried', OtaVersion });
  expect(Builds).toMatchObject([{ Id: build?.Id, ChangeSet: 'r1042' }]);
  await set(before);
});

test('builds and sharing are set, and a build keeps its id', async () => {
  const before = await show();
  const [build] = before.Builds;
  const { Id, CreatedAt, ...rest } = build ?? {};
  const older = {
    OtaVersion: '0.9',
    BuildNumber: 0,
    BuildType: 'Iframe',
    Sha: '',
    Url: '/old.html',
    Platform: 'Telegram',
  };
  await set({ ...before, Builds: [{ ...rest, Description: 'First' }, older], SharedWith: ['gem-miner'] });
  const after = await show();
  expect(after.Builds).toMatchObject([{ Id, CreatedAt, Description: 'First' }, older]);
  expect(after.SharedWith).toEqual(['gem-miner']);
  await set(before);
  expect(await show()).toEqual(before);
});

test('every error is reported with its place, and nothing is written', async () => {
  const before = await show();
  const { Config } = before;
  const [own] = before.Builds;
  const depth = { Id: 'depth', Name: { en: 'Depth' }, Ascending: false };
  const cases: [object, string][] = [
    [{ ...before, Config: { ...Config, PlayGameType: 'Flash' } }, '/Config/PlayGameType'],
    [
      { ...before, Config: { ...Config, StorePage: { ...Config.StorePage, Title: { en: 5 } } } },
      '/Config/StorePage/Title/en',
    ],
    [{ ...before, Config: { ...Config, Colour: 'red' } }, '/Config/Colour'],
    [{ ...before, Config: { ...Config, GameSystemName: 'other' } }, '/Config/GameSystemName'],
    [{ ...before, Config: { ...Config, StorePage: { ...Config.StorePage, Title: {} } } }, '/Config/StorePage/Title'],
    [
      { ...before, Config: { ...Config, Url: 'http://localhost:8080/game/' } },
      "/Config/Url: http://localhost:8080/game/ is on the portal's own origin",
    ],
    [{ ...before, Config: { ...Config, Presentation: { MinWidth: 9, MaxWidth: 8 } } }, '/Config/Presentation/MinWidth'],
    [
      { ...before, Config: { ...Config, Leaderboards: [depth, depth] } },
      '/Config/Leaderboards/1/Id stands there twice',
    ],
    [
      { ...before, Config: { ...Config, Leaderboards: [{ ...depth, MinScore: 2, MaxScore: 1 }] } },
      '/Config/Leaderboards/0/MinScore is more than MaxScore',
    ],
    [
      { ...before, Config: { ...Config, Maintenance: { From: '2020-13-01T00:00:00Z' } } },
      "/Config/Maintenance/From isn't a valid date and time",
    ],
    [
      { ...before, Config: { ...Config, Maintenance: { From: '2020-01-02T00:00:00Z', To: '2020-01-01T00:00:00Z' } } },
      '/Config/Maintenance/To is not after',
    ],
    [{ ...before, Config: { ...Config, WebPushPublicKey: 'key' } }, "/Config/WebPushPublicKey isn't a public key"],
    [{ ...before, Game: 'other' }, '/Game is other'],
    [{ ...before, Quests: undefined }, '/ must have required properties Quests'],
    [{ ...before, Quests: [quest({ Goal: 0 })] }, '/Quests/0/Goal'],
    [{ ...before, Quests: [quest({ Titles: {} })] }, '/Quests/0/Titles'],
    [{ ...before, Quests: [quest({ Id: 'x' })] }, '/Quests/0/Id'],
    [{ ...before, Quests: [quest({ Filter2: '/(/' })] }, "/Quests/0/Filter2 isn't a valid expression"],
    [{ ...before, EventRules: [{ Code: 'a', Filter1: '/(?=a)/' }] }, "/EventRules/0/Filter1 isn't a valid expression"],
    [{ ...before, EventRules: [{ Code: 'a', Filter1: '/(?:a?){300}/' }] }, '/EventRules/0/Filter1 is too large'],
    [{ ...before, Quests: [quest({ Filter2: '/a{1,900}/' })] }, '/Quests/0/Filter2 is too large'],
    [
      {
        ...before,
        EventRules: Array.from({ length: 20 }, () => ({ Code: 'crowded', Filter1: '/^a{60}$/', Filter2: '/b{60}/' })),
      },
      'the expressions for the event crowded have',
    ],
    [{ ...before, Builds: [{ ...own, Url: '//evil.example/' }] }, '/Builds/0/Url'],
    [{ ...before, Builds: [{ ...own, Url: 'https://evil.example/' }] }, '/Builds/0/Url'],
    [
      { ...before, Builds: [{ ...own, CreatedAt: '2020-99-01T00:00:00Z' }] },
      "/Builds/0/CreatedAt isn't a valid date and time",
    ],
    [{ ...before, Builds: [own, { ...own, Id: randomUUID() }] }, '/Builds/1 has the version, number and platform'],
    [{ ...before, Builds: [own, { ...own, BuildNumber: 9 }] }, '/Builds/1/Id stands there twice'],
    [{ ...before, SharedWith: ['tried'] }, '/SharedWith/0 is the game itself'],
    [{ ...before, SharedWith: ['gem-miner', 'gem-miner'] }, '/SharedWith/1 stands there twice'],
    [{ ...before, SharedWith: ['gem-miner', 'nowhere'] }, '/SharedWith/1 is nowhere, and there is no such game'],
    [{ ...before, Config: { ...Config, CompanyName: 'a\u0000b' } }, "isn't valid JSON"],
    [[], '/ must be object'],
  ];
  for (const [document, message] of cases) await expect(set(document), message).rejects.toThrow(message);
  await expect(testing.run(['set', 'tried'], '{')).rejects.toThrow("isn't valid JSON");
  const both = { ...before, Game: 'other', SharedWith: ['tried'] };
  await expect(set(both)).rejects.toThrow(/nothing was changed:\n {2}- \/Game [^\n]*\n {2}- \/SharedWith/);
  expect(await show()).toEqual(before);
});

test('a reward is stored unchanged, and only the server may report events for it unless the document allows pages to', async () => {
  const before = await show();
  const reward = { Products: [{ Sku: 'gems-100' }, { Sku: 'lamp', Count: 2 }] };
  const quests = [
    quest({ Reward: reward }),
    quest({ Code: 'fly', Reward: { Game: 'gem-miner', Products: [{ Sku: 'lamp' }] } }),
    quest({ Code: 'run', Reward: reward, ReportedBy: 'Page' }),
    quest({ Code: 'hop', ReportedBy: 'Server' }),
    quest({ Code: 'sit' }),
  ];
  await set({ ...before, Quests: quests });
  expect((await show()).Quests).toEqual(quests.map((each) => ({ Id: expect.any(String) as string, ...each })));
  const rows = await testing.server.database.kysely
    .selectFrom('quests')
    .select(['code', 'reported_by'])
    .where('game', '=', 'tried')
    .execute();
  expect(Object.fromEntries(rows.map(({ code, reported_by }) => [code, reported_by]))).toEqual({
    dig: 'server',
    fly: 'server',
    run: 'page',
    hop: 'server',
    sit: 'page',
  });
  const wrong: readonly [object, string][] = [
    [{ Reward: { Products: [] } }, '/Quests/0/Reward/Products'],
    [{ Reward: { Products: [{ Sku: 'a b' }] } }, '/Quests/0/Reward/Products/0/Sku'],
    [{ Reward: { Products: [{ Sku: 'a', Count: 0 }] } }, '/Quests/0/Reward/Products/0/Count'],
    [{ Reward: { Products: [{ Sku: 'a' }, { Sku: 'a' }] } }, '/Quests/0/Reward/Products/1/Sku stands there twice'],
    [{ Reward: { Game: 'nowhere', Products: [{ Sku: 'a' }] } }, 'there is no such game'],
    [{ ReportedBy: 'Page', Reward: { Game: 'gem-miner', Products: [{ Sku: 'a' }] } }, '/ReportedBy must be Server'],
  ];
  for (const [change, message] of wrong)
    await expect(set({ ...before, Quests: [quest(change)] }), message).rejects.toThrow(message);
  await set(before);
});

test('ids of another game are rejected', async () => {
  await set({ ...(await show('gem-miner')), Quests: [quest({})] }, 'gem-miner');
  const [theirs] = (await show('gem-miner')).Quests;
  const before = await show();
  await expect(set({ ...before, Quests: [quest({ Id: theirs?.Id })] })).rejects.toThrow(
    '/Quests/0/Id belongs to the game gem-miner',
  );
  expect(await show()).toEqual(before);
  expect((await show('gem-miner')).Quests).toEqual([theirs]);
});

test.each(['show', 'set', 'hide', 'unhide', 'prune', 'remove'])('%s of a missing game is rejected', async (action) => {
  await expect(testing.run([action, 'nowhere'])).rejects.toThrow('There is no game "nowhere"');
});

test.each([
  [[]],
  [['list', 'x']],
  [['add', 'x']],
  [['add', 'x', 'y', 'z']],
  [['show']],
  [['show', 'x', 'y']],
  [['show', 'x', '--yes']],
  [['add', 'x', 'y', '--nmae', 'z']],
  [['remove', 'x', '--keep', '1']],
  [['toString', 'x']],
])('shows its usage: %j', async (words) => {
  await expect(testing.run(words)).rejects.toThrow('Usage: npm run games');
});

test.each([
  [['add', 'x', 'y', '--name', ''], '--name must have'],
  [['add', 'x', 'y', '--name', 'n'.repeat(101)], '--name must have'],
  [['add', 'x', 'y', '--orientation', 'round'], '--orientation is "round"'],
  [['prune', 'x', '--keep', '-1'], 'Usage'],
  [['prune', 'x', '--keep=-1'], '--keep is "-1"'],
])('refuses %j', async (words, message) => {
  await expect(testing.run(words)).rejects.toThrow(message);
});

test('removing first shows what will be lost', async () => {
  const { database } = testing.server;
  await testing.run(['add', 'leaving', testing.folder({ 'index.html': 'bye' })]);
  const accountId = await buildAccount(database, { games: [{ game: 'leaving', uid: 'u' }] });
  const { token } = await testing.server.sessions.begin(accountId, { begunBy: 'Email', game: 'leaving' });
  const document_id = randomUUID();
  const version_id = randomUUID();
  await database.kysely
    .insertInto('documents')
    .values({ document_id, game: 'leaving', type: 'TOS', need_user_acceptance: true })
    .execute();
  await database.kysely
    .insertInto('document_versions')
    .values({ version_id, document_id, number: 1, url: 'https://x.example/' })
    .execute();
  await database.kysely
    .insertInto('document_acceptances')
    .values({ acceptance_id: randomUUID(), version_id, account_id: accountId })
    .execute();
  await expect(testing.run(['remove', 'leaving'])).rejects.toThrow('Nothing was removed.');
  expect((await testing.get('leaving', '/')).body).toBe('bye');
  expect(await testing.server.sessions.find(`Bearer ${token}`)).toBeDefined();
  const said = await testing.run(['remove', 'leaving', '--yes']);
  expect(said).toMatch(/^With leaving go its files and:\n {2}- 1 connected players\n/);
  for (const line of [
    '  - 1 builds',
    '  - 1 rows of documents',
    '  - 1 acceptances of its documents',
    'leaving removed.',
  ])
    expect(said).toContain(line);
  expect((await testing.get('leaving', '/')).status).toBe(404);
  expect(await testing.server.sessions.find(`Bearer ${token}`)).toBeUndefined();
  expect(existsSync(join(testing.config.dataDir, 'games/leaving'))).toBe(false);
  expect(await testing.run(['list'])).not.toContain('leaving');
});

test('a game with records that must be kept is not removed', async () => {
  const { kysely } = testing.server.database;
  await testing.run(['add', 'selling', testing.folder({ 'index.html': 'kept' })]);
  await sql`create table kept_receipts (game text references games)`.execute(kysely);
  await sql`insert into kept_receipts values ('selling')`.execute(kysely);
  await expect(testing.run(['remove', 'selling', '--yes'])).rejects.toThrow(
    'selling cannot be removed: 1 rows of kept_receipts must stay. Hide it instead',
  );
  expect(readFileSync(join(testing.config.dataDir, 'games/selling/builds/1/index.html'), 'utf8')).toBe('kept');
});
