import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let accountId: string;
let token: string;
const game = 'gem-miner';

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { kysely } = server.database;
  for (const table of ['event_rules', 'quests', 'in_game_events', 'shared_games'] as const)
    await kysely.deleteFrom(table).execute();
  accountId = await buildAccount(server.database, { games: [{ game, uid: `uid-${randomUUID()}` }] });
  token = (await server.sessions.begin(accountId)).token;
});

const send = (code: string, rest: object = {}, by = token) =>
  server.client(by).crossPlay.send({ GameSystemName: game, EventCode: code, ...rest });
const recorded = async () =>
  (await server.database.kysely.selectFrom('in_game_events').select('code').orderBy('created_at').execute()).map(
    ({ code }) => code,
  );

async function addRule(code: string, filter1: string | null = null): Promise<void> {
  await server.database.kysely
    .insertInto('event_rules')
    .values({ rule_id: randomUUID(), game, code, filter1 })
    .execute();
}

async function addQuest(quest: {
  code: string;
  goal: number;
  adds?: 'one' | 'value';
  filter1?: string;
}): Promise<string> {
  const quest_id = randomUUID();
  const titles = JSON.stringify({ en: `Do ${quest.code}`, de: `Mach ${quest.code}` });
  await server.database.kysely
    .insertInto('quests')
    .values({ quest_id, game, titles, ...quest })
    .execute();
  return quest_id;
}

test('returns the rules of a game to any caller', async () => {
  await addRule('level', '/^1\\d$/');
  await addRule('boss');
  const { Rules } = await server.client().crossPlay.rules({ game });
  expect(Rules).toHaveLength(2);
  expect(Rules).toContainEqual({ Code: 'level', Filter1: '/^1\\d$/' });
  expect(Rules).toContainEqual({ Code: 'boss' });
  expect(await server.client().crossPlay.rules({ game: 'sky-courier' })).toEqual({ Rules: [] });
  await expect(server.client().crossPlay.rules({ game: 'no-such-game' })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
});

test('the rules include those of active quests, so that senders include their events', async () => {
  await addQuest({ code: 'dig', goal: 3, filter1: 'gold' });
  expect(await server.client().crossPlay.rules({ game })).toEqual({ Rules: [] });
  await addRule('boss');
  expect((await server.client().crossPlay.rules({ game })).Rules).toEqual([
    { Code: 'boss' },
    { Code: 'dig', Filter1: 'gold' },
  ]);
});

test('without rules every event is recorded with all its fields', async () => {
  await send('level', { Value: 1.5, P1: 'a', P2: '', P3: 'c' });
  const rows = await server.database.kysely.selectFrom('in_game_events').selectAll().execute();
  expect(rows).toMatchObject([{ account_id: accountId, game, code: 'level', value: 1.5, p1: 'a', p2: '', p3: 'c' }]);
});

test('with rules only matching events are recorded', async () => {
  await addRule('level', '/^1\\d$/');
  await addRule('boss', 'dragon');
  await send('level', { P1: '12' });
  await send('level', { P1: '2' });
  await send('level');
  await send('boss', { P1: 'dragon' });
  await send('other');
  expect((await recorded()).sort()).toEqual(['boss', 'level']);
});

test('a backtracking expression and an invalid one do no harm', async () => {
  await addRule('level', '/(a+)+$/');
  await addRule('level', '/((a{1000}){1000}/');
  await send('level', { P1: `${'a'.repeat(255)}!` });
  expect(await recorded()).toEqual([]);
});

test('an event that is sent again counts once per sender', async () => {
  const quest = await addQuest({ code: 'dig', goal: 5 });
  const EventId = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => send('dig', { EventId })));
  expect(await recorded()).toEqual(['dig']);
  const { Quests } = await server.client(token).crossPlay.myQuests({});
  expect(Quests).toMatchObject([{ Id: quest, Progress: 1 }]);
  const other = await server.sessions.begin(await buildAccount(server.database));
  await send('dig', { EventId }, other.token);
  expect(await recorded()).toHaveLength(2);
});

test('quests advance to their goal and no further', async () => {
  await addQuest({ code: 'dig', goal: 3 });
  await addQuest({ code: 'dig', goal: 10, adds: 'value', filter1: 'gold' });
  await Promise.all(Array.from({ length: 8 }, () => send('dig', { Value: 2.9, P1: 'gold' })));
  await send('dig', { Value: -5, P1: 'gold' });
  await send('dig', { Value: 1e300, P1: 'lead' });
  const quests = async () =>
    (await server.client(token).crossPlay.myQuests({})).Quests.map(({ Progress, Goal, Done }) => [
      Progress,
      Goal,
      Done,
    ]);
  const reached = await quests();
  expect(reached).toHaveLength(2);
  expect(reached).toContainEqual([10, 10, true]);
  expect(reached).toContainEqual([3, 3, true]);
});

test('a quest counts its events even if no rule matches them', async () => {
  await addRule('boss');
  await addQuest({ code: 'dig', goal: 2 });
  await send('dig');
  expect((await server.client(token).crossPlay.myQuests({})).Quests).toMatchObject([{ Progress: 1, Done: false }]);
});

test("shows the quests of the player's games in the player's language", async () => {
  await addQuest({ code: 'dig', goal: 2 });
  await server.database.kysely
    .updateTable('accounts')
    .set({ locale: 'de' })
    .where('account_id', '=', accountId)
    .execute();
  expect((await server.client(token).crossPlay.myQuests({})).Quests).toMatchObject([
    { Game: game, Title: 'Mach dig', Progress: 0, Goal: 2, Done: false },
  ]);
  const { token: stranger } = await server.sessions.begin(await buildAccount(server.database));
  expect(await server.client(stranger).crossPlay.myQuests({})).toEqual({ Quests: [] });
  const { token: bound } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'sky-courier' });
  expect(await server.client(bound).crossPlay.myQuests({})).toEqual({ Quests: [] });
});

test('returns to a game only those ids in other games that are shared with it', async () => {
  const { kysely } = server.database;
  await kysely
    .insertInto('connected_games')
    .values({ account_id: accountId, game: 'sky-courier', game_uid: `sky-${accountId}` })
    .execute();
  const connections = (Game: string, by = token) => server.client(by).crossPlay.dataConnections({ Game });
  expect(await connections(game)).toEqual({ Connections: [] });
  await kysely.insertInto('shared_games').values({ game: 'sky-courier', shown_to: game }).execute();
  expect(await connections(game)).toEqual({ Connections: [{ Game: 'sky-courier', GameUid: `sky-${accountId}` }] });
  expect(await connections('sky-courier')).toEqual({ Connections: [] });
  const { token: bound } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'sky-courier' });
  await expect(connections(game, bound)).rejects.toMatchObject({ code: 'SignInAgain' });
  await expect(connections('no-such-game')).rejects.toMatchObject({ code: 'UnknownGame' });
});

test('rejects invalid input', async () => {
  await expect(send('')).rejects.toMatchObject({ status: 400 });
  for (const bad of [
    { P1: 'x'.repeat(257) },
    { Value: '1' },
    { EventId: 'x' },
    { GameSystemName: 'A B' },
    { P1: 'a\0b' },
  ])
    await expect(send('level', bad)).rejects.toMatchObject({ status: 400 });
  await expect(send('level', { GameSystemName: 'no-such-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
  await expect(server.client().crossPlay.send({ GameSystemName: game, EventCode: 'x' })).rejects.toMatchObject({
    status: 401,
  });
  const { token: bound } = await server.sessions.begin(accountId, { begunBy: 'Game', game: 'sky-courier' });
  await expect(send('level', {}, bound)).rejects.toMatchObject({ status: 403, code: 'SignInAgain' });
  expect(await recorded()).toEqual([]);
});
