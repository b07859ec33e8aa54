import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Leaderboard } from '#model/leaderboard.ts';
import { deleteExpiredRows } from '#server/features/account-deletion/delete-expired-rows.ts';
import { exportAccount } from '#server/features/account-deletion/export-account.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { blockAccount, unblockAccount } from '#server/features/players/block-account.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { befriend, buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let now: Date;
let gameKey: string;

const board = (Id: string, rest: Partial<Leaderboard> = {}): Leaderboard => ({
  Id,
  Name: { en: Id },
  Ascending: false,
  MaxPerMinute: 60,
  ...rest,
});
const boards = [
  board('depth', { MinScore: 0, MaxScore: 1000 }),
  board('time', { Ascending: true }),
  board('last', { Keeps: 'Last' }),
  board('sum', { Keeps: 'Sum' }),
  board('days', { Periods: ['AllTime', 'Daily', 'Weekly'] }),
  board('server', { SubmittedBy: 'Server' }),
  board('rate', { MaxPerMinute: 2 }),
  board('season', {
    Seasons: [
      { Id: 'first', Name: { en: 'First' }, From: '2026-01-01T00:00:00Z', To: '2026-02-01T00:00:00Z' },
      { Id: 'second', Name: { en: 'Second' }, From: '2026-02-01T00:00:00Z', To: '2026-03-01T00:00:00Z' },
    ],
  }),
];

beforeAll(async () => {
  server = await createTestApp({ now: () => now });
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  for (const game of ['gem-miner', 'sky-courier'])
    await changeGame(server.database, game, (config) => ({ ...config, Leaderboards: boards }));
  gameKey = await createGameKeys(server.database, server.sealer).create('gem-miner');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  now = new Date('2026-01-14T12:00:00Z');
  for (const table of ['leaderboards', 'leaderboard_players'] as const)
    await server.database.kysely.deleteFrom(table).execute();
});

interface Player {
  readonly id: string;
  readonly token: string;
  readonly submit: (leaderboard: string, score: number, submissionId?: string) => ReturnType<Calls['submit']>;
  readonly read: (leaderboard: string, more?: object) => ReturnType<Calls['entries']>;
}
type Calls = ReturnType<TestApp['client']>['leaderboards'];

async function play(name: string, { findable = true } = {}): Promise<Player> {
  const games = [{ game: 'gem-miner', uid: crypto.randomUUID() }];
  const id = await buildAccount(server.database, { name, games });
  await server.database.kysely.updateTable('accounts').set({ findable }).where('account_id', '=', id).execute();
  const { token } = await server.sessions.begin(id);
  const calls = server.client(token).leaderboards;
  return {
    id,
    token,
    submit: (Leaderboard, Score, SubmissionId) =>
      calls.submit({ Game: 'gem-miner', Leaderboard, Score, ...(SubmissionId !== undefined && { SubmissionId }) }),
    read: (Leaderboard, more = {}) => calls.entries({ Game: 'gem-miner', Leaderboard, ...more }),
  };
}

const read = (leaderboard: string, more: object = {}) =>
  server.client().leaderboards.entries({ Game: 'gem-miner', Leaderboard: leaderboard, ...more });
const shown = ({ Entries }: Awaited<ReturnType<Calls['entries']>>) =>
  Entries.map(({ Rank, Name, Score }) => `${Rank} ${Name} ${Score}`);

/** The counted ranges must agree with the entries at any time. */
async function expectExactCounts(): Promise<void> {
  const { rows } = await sql`
    select r.board_id from leaderboard_ranges r where entries <> (
      select count(*) from leaderboard_entries e where e.board_id = r.board_id and e.is_listed
        and (e.rank_key, e.reached_at) >= (r.from_key, r.from_time)
        and (e.rank_key, e.reached_at) < (r.until_key, r.until_time))`.execute(server.database.kysely);
  expect(rows).toEqual([]);
}

test('the best score of each player counts; of equal scores the earlier ranks first', async () => {
  const [ada, ben, cleo] = [await play('Ada'), await play('Ben'), await play('Cleo')];
  expect(await ada.submit('depth', 30)).toEqual({ Score: 30, Rank: 1, Improved: true, BeatenFriends: [] });
  await ben.submit('depth', 50);
  await cleo.submit('depth', 30);
  expect(await ada.submit('depth', 20)).toEqual({ Score: 30, Rank: 2, Improved: false, BeatenFriends: [] });
  const reply = await ada.read('depth');
  expect(shown(reply)).toEqual(['1 Ben 50', '2 Ada 30', '3 Cleo 30']);
  expect(reply).toMatchObject({ Total: 3, You: { Score: 30, Rank: 2 }, Period: 'AllTime', PastPeriods: 0 });
  expect(reply.Entries.map(({ IsYou }) => IsYou)).toEqual([false, true, false]);
  await cleo.submit('depth', 50);
  expect(shown(await read('depth'))).toEqual(['1 Ben 50', '2 Cleo 50', '3 Ada 30']);
  await expectExactCounts();
});

test('the lowest score can be the best, and the last score or the sum can count', async () => {
  const [ada, ben] = [await play('Ada'), await play('Ben')];
  for (const score of [900, 800, 850]) await ada.submit('time', score);
  await ben.submit('time', 820);
  expect(shown(await read('time'))).toEqual(['1 Ada 800', '2 Ben 820']);
  for (const score of [9, 4]) await ada.submit('last', score);
  await ben.submit('last', 5);
  expect(shown(await read('last'))).toEqual(['1 Ben 5', '2 Ada 4']);
  for (const score of [3, 4, -1]) await ada.submit('sum', score);
  await ben.submit('sum', 5);
  expect(shown(await read('sum'))).toEqual(['1 Ada 6', '2 Ben 5']);
  await ada.submit('sum', Number.MAX_SAFE_INTEGER);
  expect((await ada.read('sum')).You).toEqual({ Score: Number.MAX_SAFE_INTEGER, Rank: 1 });
  await expectExactCounts();
});

test('days, weeks and seasons start empty and stay readable', async () => {
  const ada = await play('Ada');
  await ada.submit('days', 10);
  await ada.submit('season', 100);
  now = new Date('2026-01-15T00:00:00Z');
  await ada.submit('days', 5);
  expect(shown(await read('days', { Period: 'AllTime' }))).toEqual(['1 Ada 10']);
  expect(shown(await read('days', { Period: 'Weekly' }))).toEqual(['1 Ada 10']);
  expect(await read('days', { Period: 'Daily' })).toMatchObject({
    Entries: [{ Score: 5 }],
    StartsAt: '2026-01-15T00:00:00.000Z',
    EndsAt: '2026-01-16T00:00:00.000Z',
    PastPeriods: 30,
  });
  expect(shown(await read('days', { Period: 'Daily', Ago: 1 }))).toEqual(['1 Ada 10']);
  // A Monday.
  now = new Date('2026-01-19T00:00:00Z');
  expect(shown(await read('days', { Period: 'Weekly' }))).toEqual([]);
  expect(shown(await read('days', { Period: 'Weekly', Ago: 1 }))).toEqual(['1 Ada 10']);
  now = new Date('2026-02-01T00:00:00Z');
  await ada.submit('season', 7);
  expect(await read('season')).toMatchObject({
    Entries: [{ Score: 7 }],
    Period: 'Season',
    SeasonName: { en: 'Second' },
    PastPeriods: 1,
  });
  expect(await read('season', { Ago: 1 })).toMatchObject({ Entries: [{ Score: 100 }], SeasonName: { en: 'First' } });
  now = new Date('2026-03-01T00:00:00Z');
  await expect(ada.submit('season', 8)).rejects.toMatchObject({ status: 409, code: 'LeaderboardClosed' });
  expect(await read('season')).toMatchObject({ SeasonName: { en: 'Second' } });
  for (const wrong of [{ Period: 'Season' }, { Period: 'Daily', Ago: 31 }, { Ago: 1 }])
    await expect(read('days', wrong)).rejects.toMatchObject({ code: 'UnknownLeaderboard' });
});

test('shows the entries around the player with their ranks', async () => {
  const players = [];
  for (let at = 0; at < 9; at += 1) players.push(await play(`P${at}`));
  for (const [at, player] of players.entries()) await player.submit('depth', 100 - at);
  expect(shown((await players[4]?.read('depth', { View: 'Around', Limit: 5 })) ?? fail())).toEqual([
    '3 P2 98',
    '4 P3 97',
    '5 P4 96',
    '6 P5 95',
    '7 P6 94',
  ]);
  expect(shown((await players[0]?.read('depth', { View: 'Around', Limit: 3 })) ?? fail())).toEqual([
    '1 P0 100',
    '2 P1 99',
  ]);
  const visitor = await play('Visitor');
  expect((await visitor.read('depth', { View: 'Around' })).Entries).toEqual([]);
  await expect(read('depth', { View: 'Around' })).rejects.toMatchObject({ status: 401 });
  await expect(read('depth', { View: 'Friends' })).rejects.toMatchObject({ status: 401 });
});

const fail = (): never => {
  throw new Error('There is no reply.');
};

test('friends are ranked among each other, and a better score names the friends it beats', async () => {
  const [ada, ben, cleo, dan] = [await play('Ada'), await play('Ben'), await play('Cleo'), await play('Dan')];
  await befriend(server.database, ada.id, ben.id);
  await befriend(server.database, ada.id, cleo.id);
  await dan.submit('depth', 900);
  await ben.submit('depth', 50);
  await cleo.submit('depth', 70);
  expect((await ada.submit('depth', 40)).BeatenFriends).toEqual([]);
  expect((await ada.submit('depth', 60)).BeatenFriends).toEqual(['Ben']);
  expect((await ada.submit('depth', 65)).BeatenFriends).toEqual([]);
  expect((await ada.submit('depth', 80)).BeatenFriends).toEqual(['Cleo']);
  const friends = await ada.read('depth', { View: 'Friends' });
  expect(shown(friends)).toEqual(['1 Ada 80', '2 Cleo 70', '3 Ben 50']);
  expect(friends.You).toEqual({ Score: 80, Rank: 2 });
  expect(friends.Entries.map(({ FriendUid }) => FriendUid)).toEqual([undefined, cleo.id, ben.id]);
});

test('others see names only of players who can be found, and friends only scores that are shared', async () => {
  const [ada, shy, quiet] = [
    await play('Ada'),
    await play('Shy', { findable: false }),
    await play('Quiet', { findable: false }),
  ];
  await befriend(server.database, ada.id, shy.id);
  await befriend(server.database, ada.id, quiet.id);
  expect(await server.client(quiet.token).friends.settings({ SharesScores: false })).toEqual({
    Findable: false,
    SharesScores: false,
  });
  await ada.submit('depth', 10);
  await shy.submit('depth', 20);
  await quiet.submit('depth', 30);
  expect(shown(await read('depth'))).toEqual(['1 Player 30', '2 Player 20', '3 Ada 10']);
  expect(shown(await read('depth', { Locale: 'de' }))).toEqual(['1 Spieler 30', '2 Spieler 20', '3 Ada 10']);
  expect(shown(await ada.read('depth'))).toEqual(['1 Player 30', '2 Shy 20', '3 Ada 10']);
  expect(shown(await ada.read('depth', { View: 'Friends' }))).toEqual(['1 Shy 20', '2 Ada 10']);
  expect(shown(await quiet.read('depth'))).toEqual(
    ['1 Quiet 30', '2 Shy 20', '3 Ada 10'].map((line) => line.replace('Shy', 'Player')),
  );
  // Beating a friend who doesn't share scores is not reported.
  expect((await ada.submit('depth', 40)).BeatenFriends).toEqual(['Shy']);
});

test('a player whom the caller has blocked disappears for the caller, an account that an operator has blocked for everyone', async () => {
  const [ada, ben, cleo] = [await play('Ada'), await play('Ben'), await play('Cleo')];
  await befriend(server.database, ada.id, ben.id);
  await ben.submit('depth', 30);
  await cleo.submit('depth', 20);
  await ada.submit('depth', 10);
  await server.client(ada.token).friends.block({ FriendAccountId: ben.id });
  expect(shown(await ada.read('depth'))).toEqual(['2 Cleo 20', '3 Ada 10']);
  expect(shown(await ben.read('depth'))).toEqual(['1 Ben 30', '2 Cleo 20', '3 Ada 10']);
  await blockAccount(server.database, { accountId: ben.id, record: recordCommand('players block', 'test') });
  expect(shown(await read('depth'))).toEqual(['1 Cleo 20', '2 Ada 10']);
  expect(await ada.read('depth')).toMatchObject({ Total: 2, You: { Rank: 2 } });
  await expectExactCounts();
  await unblockAccount(server.database, { accountId: ben.id, record: recordCommand('players unblock', 'test') });
  expect(shown(await read('depth'))).toEqual(['1 Ben 30', '2 Cleo 20', '3 Ada 10']);
  await server.database.kysely.deleteFrom('accounts').where('account_id', '=', cleo.id).execute();
  expect(shown(await read('depth'))).toEqual(['1 Ben 30', '2 Ada 10']);
  await expectExactCounts();
});

test('a page submits within the bounds and the rate, and not where only the server may', async () => {
  const ada = await play('Ada');
  for (const score of [-1, 1001])
    await expect(ada.submit('depth', score)).rejects.toMatchObject({
      status: 400,
      code: 'InvalidRequest',
      fields: { Score: 'must be from 0 to 1000' },
    });
  for (const score of [1.5, 2 ** 53, '10', [], {}] as number[])
    await expect(ada.submit('sum', score)).rejects.toMatchObject({ status: 400 });
  await expect(ada.submit('server', 5)).rejects.toMatchObject({ status: 409, code: 'LeaderboardClosed' });
  await expect(ada.submit('no-such-board', 5)).rejects.toMatchObject({ status: 404, code: 'UnknownLeaderboard' });
  const flood = await Promise.allSettled(Array.from({ length: 6 }, (_, at) => ada.submit('rate', at)));
  expect(flood.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const each of flood)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 429, code: 'TooManyRequests' });
  now = new Date(now.getTime() + 60_000);
  expect(await ada.submit('rate', 99)).toMatchObject({ Score: 99 });
  await expect(
    server.client().leaderboards.submit({ Game: 'gem-miner', Leaderboard: 'depth', Score: 1 }),
  ).rejects.toMatchObject({ status: 401 });
});

test('a repeated submission counts once', async () => {
  const ada = await play('Ada');
  const id = crypto.randomUUID();
  await ada.submit('sum', 5, id);
  expect(await ada.submit('sum', 5, id)).toEqual({ Score: 5, Rank: 1, Improved: false, BeatenFriends: [] });
  expect(await ada.submit('sum', 5, crypto.randomUUID())).toMatchObject({ Score: 10 });
});

test("the game's server submits for its own players only, and isn't limited by the rate", async () => {
  const ada = await play('Ada');
  const { game_uid: GameUid } = await server.database.kysely
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  const { report } = server.client(gameKey).leaderboards;
  for (const Score of [1, 2, 3])
    expect(await report({ GameUid, Leaderboard: 'rate', Score })).toEqual({ Score, Rank: 1, Improved: true });
  expect(await report({ GameUid, Leaderboard: 'server', Score: 5 })).toMatchObject({ Score: 5 });
  await expect(report({ GameUid: 'stranger', Leaderboard: 'server', Score: 5 })).rejects.toMatchObject({
    code: 'NotFound',
  });
  await expect(report({ GameUid, Leaderboard: 'depth', Score: 1001 })).rejects.toMatchObject({ status: 400 });
  await expect(
    server.client(ada.token).leaderboards.report({ GameUid, Leaderboard: 'server', Score: 5 }),
  ).rejects.toMatchObject({
    status: 401,
  });
});

test('a game reads and writes only its own leaderboards', async () => {
  const ada = await play('Ada');
  await ada.submit('depth', 10);
  const { token } = await server.sessions.begin(ada.id, { begunBy: 'Game', game: 'sky-courier' });
  const bound = server.client(token).leaderboards;
  await expect(bound.submit({ Game: 'gem-miner', Leaderboard: 'depth', Score: 99 })).rejects.toMatchObject({
    code: 'SignInAgain',
  });
  await expect(bound.entries({ Game: 'gem-miner', Leaderboard: 'depth', View: 'Around' })).rejects.toMatchObject({
    code: 'Unauthenticated',
  });
  // The public list, as everyone sees it: without the player's own standing.
  expect(await bound.entries({ Game: 'gem-miner', Leaderboard: 'depth' })).toEqual(await read('depth'));
  expect(await bound.entries({ Game: 'sky-courier', Leaderboard: 'depth' })).toMatchObject({ Entries: [], Total: 0 });
});

test('ranks stay exact while ranges are split, merged and written at the same time', async () => {
  const { kysely } = server.database;
  const ada = await play('Ada');
  await ada.submit('time', 500);
  const { board_id } = await kysely.selectFrom('leaderboards').select('board_id').executeTakeFirstOrThrow();
  await addEntries(board_id, 2500);
  await expectExactCounts();
  const ranges = await kysely.selectFrom('leaderboard_ranges').select('entries').execute();
  expect(ranges.length).toBeGreaterThan(1);
  const { rows } = await sql<{ rank: number }>`
    select 1 + count(*) as rank from leaderboard_entries where board_id = ${board_id} and rank_key < 500`.execute(
    kysely,
  );
  expect((await ada.read('time')).You).toEqual({ Score: 500, Rank: rows[0]?.rank });
  const writers = await Promise.all(Array.from({ length: 8 }, (_, at) => play(`W${at}`)));
  await Promise.all([
    ...writers.flatMap((writer, at) => [writer.submit('time', 400 + at), writer.submit('time', 300 + at)]),
    sql`select merge_leaderboard_ranges(${board_id}::bigint)`.execute(kysely),
  ]);
  await expectExactCounts();
  expect((await read('time')).Total).toBe(2509);
  // All players but the writers and Ada leave.
  await sql`
    do $$
    declare player uuid;
    begin
      for player in select account_id from accounts where name = 'P' loop
        delete from accounts where account_id = player;
      end loop;
    end $$`.execute(kysely);
  await expectExactCounts();
  await sql`select merge_leaderboard_ranges(${board_id}::bigint)`.execute(kysely);
  await expectExactCounts();
  expect(await kysely.selectFrom('leaderboard_ranges').select('entries').execute()).toEqual([{ entries: 9 }]);
});

/** One statement for each entry, as players write them. */
async function addEntries(boardId: number, count: number): Promise<void> {
  await sql`
    do $$
    declare
      player uuid;
    begin
      for at in 1..${sql.lit(count)} loop
        insert into accounts (account_id, name) values (gen_random_uuid(), 'P') returning account_id into player;
        insert into leaderboard_entries values
          (${sql.lit(boardId)}, player, at % 700, at % 700, clock_timestamp(), true);
      end loop;
    end $$`.execute(server.database.kysely);
}

test('an operator hides, shows and removes entries, and each change is recorded', async () => {
  const { kysely } = server.database;
  const [ada, ben] = [await play('Ada'), await play('Ben')];
  await ada.submit('days', 100);
  await ben.submit('days', 50);
  const key = await createOperatorKeys(server.database).create('Olga', ['content']);
  const operator = server.client(key).leaderboards;
  const of = { Game: 'gem-miner', Leaderboard: 'days', AccountId: ada.id };
  expect(await operator.changeEntries({ ...of, Change: 'Hide' })).toEqual({ Success: true });
  expect(await operator.changeEntries({ ...of, Change: 'Hide' })).toEqual({ Success: false });
  expect(shown(await read('days'))).toEqual(['1 Ben 50']);
  // The player can submit, stays hidden, also in new periods, and still sees the score.
  now = new Date('2026-01-15T12:00:00Z');
  expect(await ada.submit('days', 200)).toEqual({ Score: 200, Improved: true, BeatenFriends: [] });
  expect(shown(await read('days', { Period: 'Daily' }))).toEqual([]);
  expect((await ada.read('days')).You).toEqual({ Score: 200 });
  expect((await operator.operatorEntries({ Game: 'gem-miner', Leaderboard: 'days' })).Entries).toMatchObject([
    { AccountId: ada.id, Name: 'Ada', Score: 200, Hidden: true },
    { AccountId: ben.id, Score: 50, Rank: 1, Hidden: false },
  ]);
  await expectExactCounts();
  expect(await operator.changeEntries({ ...of, Change: 'Show' })).toEqual({ Success: true });
  expect(shown(await read('days'))).toEqual(['1 Ada 200', '2 Ben 50']);
  expect(await operator.changeEntries({ ...of, Change: 'Remove' })).toEqual({ Success: true });
  expect(shown(await read('days'))).toEqual(['1 Ben 50']);
  expect(await operator.changeEntries({ ...of, Change: 'Remove' })).toEqual({ Success: false });
  await expectExactCounts();
  const actions = await kysely
    .selectFrom('audit_log')
    .select(['after', 'actor_name'])
    .where('object_kind', '=', 'leaderboard-entry')
    .where('object_id', '=', ada.id)
    .orderBy('entry_id')
    .execute();
  expect(actions.filter(({ after }) => after !== null)).toEqual(
    ['Hide', 'Show', 'Remove'].map((Change) => ({ after: { Leaderboard: 'days', Change }, actor_name: 'Olga' })),
  );
  await expect(server.client(ada.token).leaderboards.changeEntries({ ...of, Change: 'Hide' })).rejects.toMatchObject({
    status: 401,
  });
});

test('the export names the leaderboards, and old days are deleted', async () => {
  const ada = await play('Ada');
  await ada.submit('days', 100);
  const { data } = await exportAccount(server.database, ada.id);
  expect(data['leaderboard_entries']).toMatchObject(
    ['all', 'day 2026-01-14', 'week 2026-01-12'].map((period) => ({
      game: 'gem-miner',
      leaderboard: 'days',
      period,
      score: 100,
    })),
  );
  // Both are long past by the clock of the database.
  await deleteExpiredRows(server.database);
  const left = await server.database.kysely.selectFrom('leaderboards').select('period').execute();
  expect(left).toEqual([{ period: 'all' }]);
  expect(await server.database.kysely.selectFrom('leaderboard_entries').select('score').execute()).toEqual([
    { score: 100 },
  ]);
});

test('unknown games and leaderboards are refused', async () => {
  const ada = await play('Ada');
  await expect(
    server.client().leaderboards.entries({ Game: 'no-such-game', Leaderboard: 'depth' }),
  ).rejects.toMatchObject({
    code: 'UnknownGame',
  });
  await expect(ada.read('no-such-board')).rejects.toMatchObject({ code: 'UnknownLeaderboard' });
  await expect(ada.read('depth', { Limit: 51 })).rejects.toMatchObject({ status: 400 });
});
