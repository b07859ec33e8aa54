// Operators' calls about players.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allPermissions } from '#model/operator.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount, buildGames, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { fillAccount } from '#server/testing/fill-account.ts';
import { endExpiredBlocks } from './block-account.ts';

let server: TestApp;
let ann: ReturnType<TestApp['client']>;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
  ann = server.client(await createOperatorKeys(server.database).create('ann', allPermissions));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('accounts').execute());

const Reason = 'asked by the player';
const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const entriesAbout = (accountId: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'before', 'after', 'reason'])
    .where('object_kind', '=', 'player')
    .where('object_id', '=', accountId)
    .where('after', 'is not', null)
    .orderBy('entry_id')
    .execute();

test('lists players newest first, page by page, with filters', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.unshift(await buildAccount(server.database, { name: `Player ${at}` }));
  const merged = await buildAccount(server.database);
  const { kysely } = server.database;
  await kysely.updateTable('accounts').set({ merged_into: ids[0] }).where('account_id', '=', merged).execute();
  const first = await ann.operatorPlayers.list({ Limit: 2 });
  const BeforeAccountId = first.Players.at(-1)?.AccountId ?? '';
  const second = await ann.operatorPlayers.list({ Limit: 200, BeforeAccountId });
  expect([...first.Players, ...second.Players].map(({ AccountId }) => AccountId)).toEqual(ids);
  const [newest = '', other = ''] = ids;
  await kysely
    .updateTable('accounts')
    .set({ geo_country: 'ITA', guest: true })
    .where('account_id', '=', other)
    .execute();
  await ann.operatorPlayers.block({ AccountId: newest, Reason });
  const find = async (filter: Parameters<typeof ann.operatorPlayers.list>[0]) =>
    (await ann.operatorPlayers.list(filter)).Players.map(({ AccountId }) => AccountId);
  expect(await find({ IsBlocked: true })).toEqual([newest]);
  expect(await find({ IsBlocked: false })).toEqual(ids.slice(1));
  expect(await find({ Country: 'ITA' })).toEqual([other]);
  expect(await find({ IsGuest: true })).toEqual([other]);
  expect(await find({ CreatedSince: '2999-01-01T00:00:00Z' })).toEqual([]);
  expect(await find({ Text: 'player 3' })).toEqual([ids[1]]);
});

test('shows the story of a player and records that it was read', async () => {
  const { accountId } = await fillAccount(server.database, 'story', 'chess');
  const story = await ann.operatorPlayers.story({ AccountId: accountId });
  expect(story).toMatchObject({
    Name: 'Name story',
    FriendCount: 1,
    Games: [{ Game: 'chess', GameUid: 'uid-story' }],
    Orders: [{ Game: 'chess' }],
    Saves: [{ Game: 'chess', Origin: expect.any(String) }],
  });
  expect(story.Identities.map(({ Type, ExternalId }) => `${Type}:${ExternalId}`)).toContain('Twitch:twitch-story');
  expect(story.Sessions).toMatchObject([{ SignedInBy: 'Email', Game: 'chess', Network: '203.0.113.0/24' }]);
  expect(story.Tickets.length + story.Notifications.length + story.Documents.length).toBeGreaterThan(2);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where object_id = ${accountId} and after is null`.execute(server.database.kysely);
  expect(rows).toEqual([{ action: 'operatorPlayers.story' }]);
  expect(await codeOf(ann.operatorPlayers.story({ AccountId: randomUUID() }))).toBe('NotFound');
});

test('the timeline has everything once, latest first, across pages', async () => {
  const { accountId } = await fillAccount(server.database, 'timeline', 'chess');
  await ann.operatorPlayers.endSessions({ AccountId: accountId, Reason });
  const whole = await ann.operatorPlayers.timeline({ AccountId: accountId, Limit: 200 });
  const kinds = new Set(whole.Entries.map(({ Kind }) => Kind));
  for (const kind of ['SignedIn', 'IdentityAdded', 'GameConnected', 'Played', 'Ordered', 'DocumentAccepted'] as const)
    expect(kinds, kind).toContain(kind);
  for (const kind of ['TicketOpened', 'TicketMessage', 'Notification', 'OperatorAction'] as const)
    expect(kinds, kind).toContain(kind);
  expect(whole.NextBefore).toBeUndefined();
  const paged: typeof whole.Entries = [];
  for (let Before: string | undefined; ;) {
    const page = await ann.operatorPlayers.timeline({
      AccountId: accountId,
      Limit: 3,
      ...(Before !== undefined && { Before }),
    });
    paged.push(...page.Entries);
    Before = page.NextBefore;
    if (Before === undefined) break;
  }
  expect(paged.map(({ At }) => At)).toEqual(whole.Entries.map(({ At }) => At));
  const sorted = (entries: typeof paged) => entries.map((entry) => JSON.stringify(entry)).sort();
  expect(sorted(paged)).toEqual(sorted(whole.Entries));
});

test('a block ends by itself: sign-ins say when, and the job shows the player again', async () => {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  const Until = new Date(Date.now() + 86_400_000).toISOString();
  expect(await ann.operatorPlayers.block({ AccountId: accountId, Until, Reason })).toEqual({ EndedSessions: 1 });
  await eventually(async () => (await codeOf(server.client(token).profile.get({}))) === 'Unauthenticated');
  await expect(server.sessions.begin(accountId)).rejects.toMatchObject({
    code: 'FX001',
    hint: `${Until.slice(0, 19)}Z`,
  });
  expect(await ann.operatorPlayers.story({ AccountId: accountId })).toMatchObject({
    BlockedUntil: Until,
    BlockedBecause: Reason,
  });
  await server.database.kysely
    .updateTable('accounts')
    .set({ blocked_until: sql<Date>`now() - interval '1 second'` })
    .where('account_id', '=', accountId)
    .execute();
  await server.sessions.begin(accountId);
  expect(await endExpiredBlocks(server.database)).toBe(1);
  expect(await ann.operatorPlayers.story({ AccountId: accountId })).not.toHaveProperty('BlockedAt');
  expect(await entriesAbout(accountId)).toMatchObject([
    { action: 'operatorPlayers.block', actor_name: 'ann', after: { Blocked: true, Until }, reason: Reason },
  ]);
});

test('a block needs an end in the future, and unblocking clears it', async () => {
  const accountId = await buildAccount(server.database);
  const block = (Until: string) => ann.operatorPlayers.block({ AccountId: accountId, Until, Reason });
  expect(await codeOf(block('2020-01-01T00:00:00Z'))).toBe('InvalidRequest');
  expect(await codeOf(block('2030-13-41T00:00:00Z'))).toBe('InvalidRequest');
  expect(await entriesAbout(accountId)).toEqual([]);
  expect(await ann.operatorPlayers.unblock({ AccountId: accountId, Reason })).toEqual({ Success: false });
  await block('2999-01-01T00:00:00Z');
  expect(await ann.operatorPlayers.unblock({ AccountId: accountId, Reason })).toEqual({ Success: true });
  const row = await server.database.kysely
    .selectFrom('accounts')
    .select(['blocked_at', 'blocked_until', 'blocked_because'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  expect(row).toEqual({ blocked_at: null, blocked_until: null, blocked_because: null });
});

test('ends one session or all', async () => {
  const accountId = await buildAccount(server.database);
  const first = await server.sessions.begin(accountId);
  const second = await server.sessions.begin(accountId);
  const end = (SessionId?: string) =>
    ann.operatorPlayers.endSessions({ AccountId: accountId, Reason, ...(SessionId !== undefined && { SessionId }) });
  expect(await end(first.session.sessionId)).toEqual({ EndedSessions: 1 });
  expect(await codeOf(server.client(second.token).profile.get({}))).toBe('ok');
  expect(await codeOf(end(first.session.sessionId))).toBe('NotFound');
  expect(await end()).toEqual({ EndedSessions: 1 });
});

test('renames a player by the rules for names and the word list', async () => {
  const accountId = await buildAccount(server.database, { name: 'Rude' });
  await server.database.kysely
    .insertInto('word_lists')
    .values({ game: null, words: ['fudge'] })
    .execute();
  const rename = (Name: string) => ann.operatorPlayers.rename({ AccountId: accountId, Name, Reason });
  expect(await codeOf(rename('Mr Fudge'))).toBe('InvalidRequest');
  expect(await codeOf(rename('\u202e'))).toBe('InvalidRequest');
  expect(await rename('  Ada   L ')).toEqual({ Name: 'Ada L' });
  expect(await entriesAbout(accountId)).toMatchObject([{ before: { Name: 'Rude' }, after: { Name: 'Ada L' } }]);
});

test('removes an identity, and the last one only on demand', async () => {
  const accountId = await buildAccount(server.database, {
    email: 'ada@example.com',
    identities: [
      { type: 'Email', id: 'ada@example.com' },
      { type: 'Twitch', id: 'ada' },
    ],
  });
  const { Identities } = await ann.operatorPlayers.story({ AccountId: accountId });
  const idOf = (type: string): string => Identities.find(({ Type }) => Type === type)?.IdentityId ?? '';
  const remove = (IdentityId: string, EvenIfLast?: boolean) =>
    ann.operatorPlayers.removeIdentity({
      AccountId: accountId,
      IdentityId,
      Reason,
      ...(EvenIfLast !== undefined && { EvenIfLast }),
    });
  server.mails.length = 0;
  expect(await remove(idOf('Twitch'))).toEqual({ Success: true });
  expect(server.mails).toMatchObject([{ to: 'ada@example.com', template: 'identity-removed' }]);
  expect(await codeOf(remove(idOf('Twitch')))).toBe('UnknownIdentity');
  expect(await codeOf(remove(idOf('Email')))).toBe('LastIdentity');
  expect(await remove(idOf('Email'), true)).toEqual({ Success: true });
  expect((await ann.operatorPlayers.story({ AccountId: accountId })).Identities).toEqual([]);
  expect(JSON.stringify(await entriesAbout(accountId))).not.toContain('ada@example.com');
});

test('sets features, cancels a deletion, and exports with a reason', async () => {
  const { accountId } = await fillAccount(server.database, 'exported', 'chess');
  await ann.operatorPlayers.setFeature({ AccountId: accountId, Feature: 'ListGames', Reason });
  expect(await ann.operatorPlayers.restore({ AccountId: accountId, Reason })).toEqual({ Success: false });
  await sql`update accounts set delete_after = now() + interval '1 day'`.execute(server.database.kysely);
  expect(await ann.operatorPlayers.restore({ AccountId: accountId, Reason })).toEqual({ Success: true });
  const { Data } = await ann.operatorPlayers.export({ AccountId: accountId, Reason });
  expect(Data['accounts']).toMatchObject([{ account_id: accountId, delete_after: null }]);
  expect((await entriesAbout(accountId)).map(({ after }) => after)).toMatchObject([
    { Features: ['ListGames'] },
    {},
    { Exported: true },
  ]);
});

test('undoes a merge; the player signs in to both accounts again', async () => {
  const own = await buildAccount(server.database, { identities: [{ type: 'Email', id: 'own@example.com' }] });
  const identity = { type: 'Twitch', id: 'other' };
  const other = await buildAccount(server.database, { identities: [identity] });
  const { token } = await server.sessions.begin(own);
  const MergeToken = await offerMerge(server.database, own, other, identity);
  const { MergeId } = await server.client(token).profile.confirmMerge({ MergeToken, Keep: 'This' });
  expect((await ann.operatorPlayers.story({ AccountId: own })).Merges).toMatchObject([
    { MergeId, FromAccountId: other, CanUndo: true },
  ]);
  expect(await codeOf(ann.operatorPlayers.block({ AccountId: other, Reason }))).toBe('Conflict');
  expect(await ann.operatorPlayers.undoMerge({ AccountId: own, MergeId, Reason })).toEqual({ Success: true });
  expect((await ann.operatorPlayers.story({ AccountId: other })).Identities).toMatchObject([{ ExternalId: 'other' }]);
  expect(await codeOf(ann.operatorPlayers.undoMerge({ AccountId: own, MergeId, Reason }))).toBe('UnknownMerge');
});
