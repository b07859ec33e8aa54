// Players report players; moderators resolve the reports.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Leaderboard } from '#model/leaderboard.ts';
import { deleteExpiredRows } from '#server/features/account-deletion/delete-expired-rows.ts';
import { eraseAccount } from '#server/features/account-deletion/erase-account.ts';
import { exportAccount } from '#server/features/account-deletion/export-account.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { befriend, buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { maxReportsADay } from './save-player-report.ts';

let server: TestApp;
let moderator: Awaited<ReturnType<TestApp['operatorClient']>>;
let ada: Player;
let ben: Player;
interface Player {
  readonly accountId: string;
  readonly client: ReturnType<TestApp['client']>;
}

const depth: Leaderboard = { Id: 'depth', Name: { en: 'Depth' }, Ascending: false, MaxPerMinute: 60 };
const place = { Game: 'chess', Leaderboard: 'depth' } as const;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
  await changeGame(server.database, 'chess', (config) => ({ ...config, Leaderboards: [depth] }));
  moderator = await server.operatorClient('owner');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.kysely.deleteFrom('accounts').execute();
  ada = await addPlayer('Ada');
  ben = await addPlayer('Ben');
  await befriend(server.database, ada.accountId, ben.accountId);
});

async function addPlayer(name: string): Promise<Player> {
  const games = [{ game: 'chess', uid: randomUUID() }];
  const accountId = await buildAccount(server.database, { name, games });
  const { token } = await server.sessions.begin(accountId);
  return { accountId, client: server.client(token) };
}
const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const readReports = async () => (await moderator.operatorModeration.reports({})).Players;
const reportBen = (Reason: 'OffensiveName' | 'Other' | 'Cheating' = 'OffensiveName', Text?: string) =>
  ada.client.playerReports.reportFriend({
    FriendAccountId: ben.accountId,
    Reason,
    ...(Text !== undefined && { Text }),
  });
const readLast = async (action: string) => (await moderator.auditLog.entries({ Action: action, Limit: 1 })).Entries[0];
const findPlayerId = async ({ client }: Player, rank = 0) =>
  (await client.leaderboards.entries(place)).Entries[rank]?.PlayerId ?? '';

test('a friend is reported once; repeating it changes the report', async () => {
  expect(await reportBen('Other', ' first ')).toEqual({ Success: true });
  await reportBen('OffensiveName', 'a slur');
  expect(await readReports()).toEqual([
    {
      AccountId: ben.accountId,
      Name: 'Ben',
      IsBlocked: false,
      Count: 1,
      LastAt: expect.any(String),
      Reasons: [{ Reason: 'OffensiveName', Count: 1 }],
      Latest: [{ Reason: 'OffensiveName', Text: 'a slur', Name: 'Ben', At: expect.any(String) }],
    },
  ]);
  expect(JSON.stringify(await readReports()), 'who reported').not.toContain(ada.accountId);
});

test('the sender of a friend request can be reported; other players and oneself cannot', async () => {
  const cyd = await addPlayer('Cyd');
  const { Url } = await ada.client.friends.createLink({});
  await ada.client.friends.remove({ FriendAccountId: ben.accountId });
  await ben.client.friends.acceptLink({ Token: /fxi_[\w-]+/.exec(Url)?.[0] ?? '' });
  const [request] = (await ada.client.friends.requests({})).Received;
  const RequestId = request?.RequestId ?? '';
  expect(await codeOf(cyd.client.playerReports.reportFriend({ RequestId, Reason: 'Other' }))).toBe('NotFound');
  expect(await ada.client.playerReports.reportFriend({ RequestId, Reason: 'Harassment' })).toEqual({ Success: true });
  for (const FriendAccountId of [cyd.accountId, ada.accountId, randomUUID()])
    expect(await codeOf(ada.client.playerReports.reportFriend({ FriendAccountId, Reason: 'Other' }))).toBe('NotFound');
  expect(await codeOf(ada.client.playerReports.reportFriend({ Reason: 'Other' }))).toBe('InvalidRequest');
  expect((await readReports()).map(({ AccountId }) => AccountId)).toEqual([ben.accountId]);
});

test('a stranger on a leaderboard is reported by an id that only this caller can use', async () => {
  const cyd = await addPlayer('Cyd');
  const dot = await addPlayer('Dot');
  await cyd.client.leaderboards.submit({ ...place, Score: 9000 });
  const PlayerId = await findPlayerId(ada);
  expect(PlayerId).not.toBe(cyd.accountId);
  const report = { ...place, PlayerId, Reason: 'Cheating' } as const;
  expect(await codeOf(dot.client.playerReports.reportOnLeaderboard(report))).toBe('NotFound');
  expect(await codeOf(ada.client.playerReports.reportOnLeaderboard({ ...report, View: 'Friends' }))).toBe('NotFound');
  expect(await codeOf(ada.client.playerReports.reportOnLeaderboard({ ...report, PlayerId: cyd.accountId }))).toBe(
    'NotFound',
  );
  expect(await ada.client.playerReports.reportOnLeaderboard(report)).toEqual({ Success: true });
  expect(await readReports()).toMatchObject([
    { AccountId: cyd.accountId, Latest: [{ Reason: 'Cheating', Game: 'chess', Leaderboard: 'depth' }] },
  ]);
  // Neither visitors, nor games, nor the player get an id.
  expect((await server.client().leaderboards.entries(place)).Entries[0]).not.toHaveProperty('PlayerId');
  expect((await cyd.client.leaderboards.entries(place)).Entries[0]).not.toHaveProperty('PlayerId');
  const bound = server.client((await server.sessions.begin(ada.accountId, { game: 'chess' })).token);
  expect((await bound.leaderboards.entries(place)).Entries[0]).not.toHaveProperty('PlayerId');
  expect(await codeOf(bound.playerReports.reportOnLeaderboard(report))).not.toBe('ok');
});

test('the most reported come first, and the overview counts them', async () => {
  const cyd = await addPlayer('Cyd');
  for (const reporter of [ada, cyd]) {
    await befriend(server.database, reporter.accountId, (await addPlayer('Once')).accountId);
    for (const { FriendAccountId } of (await reporter.client.friends.list({})).Friends)
      await reporter.client.playerReports.reportFriend({ FriendAccountId, Reason: 'Other' });
  }
  await befriend(server.database, cyd.accountId, ben.accountId);
  await cyd.client.playerReports.reportFriend({ FriendAccountId: ben.accountId, Reason: 'Impersonation' });
  const { Players, Total } = await moderator.operatorModeration.reports({ Limit: 2 });
  expect(Players.map(({ Name, Count }) => `${Name} ${Count}`)).toEqual(['Ben 2', 'Once 1']);
  expect(Total).toBe(3);
  expect((await moderator.operatorOverview.figures({})).ReportedPlayers).toBe(3);
});

test('dismissed reports stay dismissed until the player has another name', async () => {
  await reportBen();
  const dismiss = () => moderator.operatorModeration.dismissReports({ AccountId: ben.accountId, Reason: 'fine' });
  expect(await dismiss()).toEqual({ Success: true });
  expect(await dismiss()).toEqual({ Success: false });
  expect(await readLast('operatorModeration.dismissReports')).toMatchObject({
    ObjectKind: 'player',
    ObjectId: ben.accountId,
    After: { DismissedReports: 1 },
    Reason: 'fine',
  });
  expect(await reportBen('Other')).toEqual({ Success: true });
  expect(await readReports()).toEqual([]);
  await server.database.kysely
    .updateTable('accounts')
    .set({ name: 'Worse' })
    .where('account_id', '=', ben.accountId)
    .execute();
  await reportBen();
  expect(await readReports()).toMatchObject([{ Name: 'Worse', Count: 1 }]);
});

test('renaming, blocking and hiding scores resolve what they settle, and the log says so', async () => {
  const { accountId: AccountId } = ben;
  const cyd = await addPlayer('Cyd');
  await ben.client.leaderboards.submit({ ...place, Score: 9000 });
  const report = { ...place, PlayerId: await findPlayerId(cyd), Reason: 'Cheating' } as const;
  await cyd.client.playerReports.reportOnLeaderboard(report);
  await reportBen();
  const Reason = 'after reports';
  await moderator.operatorPlayers.rename({ AccountId, Name: 'Benjamin', Reason });
  expect(await readLast('operatorPlayers.rename')).toMatchObject({ After: { ResolvedReports: 1 } });
  expect(await readReports()).toMatchObject([{ Name: 'Benjamin', Reasons: [{ Reason: 'Cheating', Count: 1 }] }]);
  await moderator.leaderboards.changeEntries({ ...place, AccountId, Change: 'Hide', Reason });
  expect(await readLast('leaderboards.changeEntries')).toMatchObject({ After: { Change: 'Hide', ResolvedReports: 1 } });
  expect(await readReports()).toEqual([]);
  await reportBen('Other');
  await moderator.operatorPlayers.block({ AccountId, Reason });
  expect(await readLast('operatorPlayers.block')).toMatchObject({ After: { Blocked: true, ResolvedReports: 1 } });
  expect(await readReports()).toEqual([]);
});

test('reports are limited by day, and repeating one counts as none', async () => {
  const add = async () => {
    const other = await addPlayer('Other');
    await befriend(server.database, ada.accountId, other.accountId);
    return other.accountId;
  };
  for (let count = 0; count < maxReportsADay; count++)
    await server.database.kysely
      .insertInto('player_reports')
      .values({
        account_id: ada.accountId,
        reported_account_id: count === 0 ? ben.accountId : await add(),
        reported_name: count === 0 ? 'Ben' : 'Other',
        reason: 'Other',
      })
      .execute();
  const FriendAccountId = await add();
  expect(await codeOf(ada.client.playerReports.reportFriend({ FriendAccountId, Reason: 'Other' }))).toBe(
    'TooManyRequests',
  );
  expect(await codeOf(reportBen())).toBe('ok');
  await ageRows(server.database, 'player_reports', 86_400);
  expect(await codeOf(ada.client.playerReports.reportFriend({ FriendAccountId, Reason: 'Other' }))).toBe('ok');
});

test('operators without the permission, and studios, see no reports', async () => {
  for (const role of ['analyst', 'studio'] as const) {
    const other = await server.operatorClient(role);
    expect(await codeOf(other.operatorModeration.dismissReports({ AccountId: ben.accountId, Reason: 'x' }))).toBe(
      'Forbidden',
    );
  }
  expect(await codeOf((await server.operatorClient('studio')).operatorModeration.reports({}))).toBe('Forbidden');
});

test('a report is exported without whom it names, and erased with either account', async () => {
  await reportBen('Other', 'rude in chat');
  const { data } = await exportAccount(server.database, ada.accountId);
  expect(data['player_reports']).toMatchObject([{ reason: 'Other', text: 'rude in chat' }]);
  expect(JSON.stringify(data['player_reports'])).not.toMatch(new RegExp(`Ben|${ben.accountId}`));
  await eraseAccount(server.database, ada.accountId, { beforeItsTime: true });
  expect(await readReports()).toEqual([]);
  ada = await addPlayer('Ada');
  await befriend(server.database, ada.accountId, ben.accountId);
  await reportBen();
  await eraseAccount(server.database, ben.accountId, { beforeItsTime: true });
  expect(await server.database.kysely.selectFrom('player_reports').selectAll().execute()).toEqual([]);
});

test('resolved reports are deleted after half a year, open ones stay', async () => {
  const cyd = await addPlayer('Cyd');
  await befriend(server.database, cyd.accountId, ada.accountId);
  await reportBen();
  await moderator.operatorModeration.dismissReports({ AccountId: ben.accountId, Reason: 'fine' });
  await cyd.client.playerReports.reportFriend({ FriendAccountId: ada.accountId, Reason: 'Other' });
  await ageRows(server.database, 'player_reports', 181 * 86_400);
  await deleteExpiredRows(server.database);
  expect((await readReports()).map(({ Name }) => Name)).toEqual(['Ada']);
  expect(await server.database.kysely.selectFrom('player_reports').selectAll().execute()).toHaveLength(1);
});
