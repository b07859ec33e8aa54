// Support's inbox: filters, assignment, notes, saved replies and context.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Permission } from '#model/operator.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let accountId: string;
let player: ReturnType<TestApp['client']>;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { kysely } = server.database;
  await kysely.deleteFrom('accounts').execute();
  await kysely.deleteFrom('support_messages').execute();
  accountId = await buildAccount(server.database, {
    name: 'Ada',
    email: 'ada@example.com',
    games: [{ game: 'chess', uid: 'uid-ada' }],
    bought: [{ game: 'chess', uid: 'uid-ada' }],
  });
  player = server.client((await server.sessions.begin(accountId)).token);
});

let desks = 0;
const openDesk = async (...permissions: Permission[]) =>
  server.client(
    await createOperatorKeys(server.database).create(`Grace ${++desks}`, [
      'support.read',
      'support.answer',
      ...permissions,
    ]),
  ).support;
const send = async (Message: string, Game = 'chess'): Promise<string> =>
  (await player.support.sendMessage({ Email: 'ada@example.com', Message, Game })).TicketId ?? '';
const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

async function addOperator(name: string, role: 'support' | 'finance'): Promise<string> {
  const operatorId = randomUUID();
  await server.database.kysely
    .insertInto('operators')
    .values({ operator_id: operatorId, email: `${operatorId}@staff.example`, name, role, invited_by: 'a test' })
    .execute();
  return operatorId;
}

test('pages through tickets, last changed first', async () => {
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three', 'four']) ids.unshift(await send(text));
  const desk = await openDesk();
  const first = await desk.deskTickets({ Limit: 3 });
  const BeforeTicketId = first.Tickets.at(-1)?.TicketId ?? '';
  const rest = await desk.deskTickets({ BeforeTicketId, Status: 'Open' });
  expect([...first.Tickets, ...rest.Tickets].map(({ TicketId }) => TicketId)).toEqual(ids);
});

test('a ticket is assigned to an operator who can answer it, and filtered by them', async () => {
  const [TicketId, other] = [await send('mine'), await send('other')];
  const OperatorId = await addOperator('Sam', 'support');
  const finance = await addOperator('Fay', 'finance');
  const desk = await openDesk();
  expect((await desk.deskAssignees({})).Assignees).toEqual([{ OperatorId, Name: 'Sam' }]);
  expect(await desk.deskAssign({ TicketId, OperatorId })).toMatchObject({ Assignee: { OperatorId, Name: 'Sam' } });
  expect(await codeOf(desk.deskAssign({ TicketId, OperatorId: finance }))).toBe('NotFound');
  expect(await codeOf(desk.deskAssign({ TicketId: 'none', OperatorId }))).toBe('NotFound');
  const listed = async (filter: Parameters<typeof desk.deskTickets>[0]) =>
    (await desk.deskTickets(filter)).Tickets.map((ticket) => ticket.TicketId);
  expect(await listed({ AssigneeId: OperatorId })).toEqual([TicketId]);
  expect(await listed({ Unassigned: true })).toEqual([other]);
  expect(await desk.deskAssign({ TicketId })).not.toHaveProperty('Assignee');
});

test('the player never sees notes', async () => {
  const TicketId = await send('Where is my gem?');
  const desk = await openDesk();
  expect(await desk.deskNote({ TicketId, Note: 'Looks like fraud.' })).toMatchObject({
    Notes: [{ Author: expect.stringContaining('Grace'), Note: 'Looks like fraud.' }],
    Status: 'Open',
  });
  expect(await codeOf(desk.deskNote({ TicketId, Note: ' ' }))).toBe('InvalidRequest');
  expect(await codeOf(desk.deskNote({ TicketId: 'none', Note: 'x' }))).toBe('NotFound');
  expect(JSON.stringify(await player.support.tickets({}))).not.toContain('fraud');
});

test('the context has what the operator may read', async () => {
  const TicketId = await send('Where is my gem?');
  const other = await send('And my sword?');
  const all = await (await openDesk('players.read', 'orders.read')).deskContext({ TicketId });
  expect(all).toMatchObject({
    Player: { AccountId: accountId, Name: 'Ada', Games: [{ Game: 'chess', GameUid: 'uid-ada' }] },
    Orders: [{ Game: 'chess' }],
    OtherTickets: [{ TicketId: other, Message: 'And my sword?' }],
  });
  const little = await (await openDesk()).deskContext({ TicketId });
  expect(little).not.toHaveProperty('Player');
  expect(little.Orders).toEqual([]);
  expect(await codeOf((await openDesk()).deskContext({ TicketId: 'none' }))).toBe('NotFound');
});

test('saved replies are shared', async () => {
  const desk = await openDesk();
  const { ReplyId } = await desk.saveSavedReply({ Title: ' Refund ', Message: 'It is on its way.' });
  expect(await desk.saveSavedReply({ ReplyId, Title: 'Refund', Message: 'Done.' })).toMatchObject({ Message: 'Done.' });
  expect((await desk.savedReplies({})).SavedReplies).toMatchObject([
    { ReplyId, Title: 'Refund', Message: 'Done.', UpdatedBy: expect.stringContaining('Grace') },
  ]);
  expect(await desk.removeSavedReply({ ReplyId })).toEqual({ Success: true });
  expect(await codeOf(desk.removeSavedReply({ ReplyId }))).toBe('NotFound');
  expect(await codeOf(desk.saveSavedReply({ ReplyId, Title: 'x', Message: 'x' }))).toBe('NotFound');
});

test('every change is in the audit log', async () => {
  const TicketId = await send('x');
  const OperatorId = await addOperator('Sam', 'support');
  const desk = await openDesk();
  await desk.deskAssign({ TicketId, OperatorId });
  await desk.deskNote({ TicketId, Note: 'x' });
  const entries = await server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('object_kind', '=', 'ticket')
    .where('object_id', '=', TicketId)
    .orderBy('entry_id')
    .execute();
  expect(entries).toEqual([
    { action: 'support.deskAssign', after: { AssigneeId: OperatorId } },
    { action: 'support.deskNote', after: { Noted: true } },
  ]);
});
