// Calls that need a second person, here erasing a player.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperatorRole } from '#model/operator.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { beginOperatorSession } from '#server/features/operators/operator-sessions.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createBrowser, type TestBrowser } from '#server/testing/test-browser.ts';

let server: TestApp;
let ann: Operator;
let ben: Operator;

interface Operator {
  readonly operatorId: string;
  readonly client: TestBrowser['client'];
}

beforeAll(async () => {
  server = await createTestApp();
  ann = await addOperator('Ann', 'admin');
  ben = await addOperator('Ben', 'owner');
});
afterAll(() => server[Symbol.asyncDispose]());

async function addOperator(name: string, role: OperatorRole): Promise<Operator> {
  const operatorId = randomUUID();
  const { kysely } = server.database;
  await kysely
    .insertInto('operators')
    .values({ operator_id: operatorId, email: `${operatorId}@staff.example`, name, role, invited_by: 'a test' })
    .execute();
  const session = { operatorId, isComplete: true, network: 'test', userAgent: 'test' };
  const token = await beginOperatorSession(kysely, session);
  return { operatorId, client: createBrowser(server.consoleApp, token).client };
}

const Reason = 'asked by the player';
const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

/** Ann requests it. */
async function requestErasure(by = ann): Promise<{ accountId: string; ApprovalId: string }> {
  const accountId = await buildAccount(server.database, { name: 'Wanted' });
  expect(await codeOf(by.client.operatorPlayers.erase({ AccountId: accountId, Reason }))).toBe('ApprovalRequired');
  const { Approvals } = await by.client.operatorApprovals.list({});
  const own = Approvals.find(({ ObjectId }) => ObjectId === accountId);
  if (!own) throw new Error('The request is not listed.');
  return { accountId, ApprovalId: own.ApprovalId };
}

const exists = async (accountId: string): Promise<boolean> =>
  (await server.database.kysely
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

const entriesAbout = (...ids: string[]) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'object_kind', 'after', 'reason'])
    .where('object_id', 'in', ids)
    .where('after', 'is not', null)
    .orderBy('entry_id')
    .execute();

test('a call is stored until another operator approves it, and done in the name of both', async () => {
  const { accountId, ApprovalId } = await requestErasure();
  expect(await exists(accountId)).toBe(true);
  const { Approvals } = await ben.client.operatorApprovals.list({});
  expect(Approvals).toMatchObject([
    {
      ApprovalId,
      Call: 'operatorPlayers.erase',
      Permission: 'players.erase',
      ObjectKind: 'player',
      ObjectId: accountId,
      Input: { AccountId: accountId, Reason },
      RequestedBy: 'Ann',
      IsOwn: false,
      Reason,
    },
  ]);
  expect(await ben.client.operatorApprovals.approve({ ApprovalId, Reason: 'checked' })).toEqual({ Success: true });
  expect(await exists(accountId)).toBe(false);
  expect(await entriesAbout(accountId, ApprovalId)).toMatchObject([
    { action: 'operatorPlayers.erase', actor_name: 'Ann', object_kind: 'approval', reason: '[erased]' },
    { action: 'operatorApprovals.approve', actor_name: 'Ben', after: { Outcome: 'Approved' }, reason: '[erased]' },
    {
      action: 'operatorPlayers.erase',
      actor_name: 'Ann, approved by Ben',
      object_kind: 'player',
      after: { Erased: true },
      reason: Reason,
    },
  ]);
  expect(await codeOf(ben.client.operatorApprovals.approve({ ApprovalId }))).toBe('NotFound');
  expect((await ben.client.operatorApprovals.list({ IsOpen: false })).Approvals[0]).toMatchObject({
    ApprovalId,
    Outcome: 'Approved',
    DecidedBy: 'Ben',
  });
});

test('nobody approves their own request, and a key approves nothing', async () => {
  const { accountId, ApprovalId } = await requestErasure();
  expect(await codeOf(ann.client.operatorApprovals.approve({ ApprovalId }))).toBe('Forbidden');
  const key = server.client(await createOperatorKeys(server.database).create('a key', ['players.erase']));
  expect(await codeOf(key.operatorApprovals.approve({ ApprovalId }))).toBe('Forbidden');
  expect(await codeOf(key.operatorApprovals.reject({ ApprovalId, Reason }))).toBe('Forbidden');
  expect(await exists(accountId)).toBe(true);
});

test('without the permission of the call a request is not visible', async () => {
  const { ApprovalId } = await requestErasure();
  const sam = await addOperator('Sam', 'support');
  expect((await sam.client.operatorApprovals.list({})).Approvals).toEqual([]);
  for (const call of ['approve', 'reject', 'withdraw'] as const)
    expect(await codeOf(sam.client.operatorApprovals[call]({ ApprovalId, Reason })), call).toBe('NotFound');
});

test('approving needs a fresh second factor', async () => {
  const { ApprovalId } = await requestErasure();
  await sql`update operator_sessions set proved_at = now() - interval '11 minutes'
    where operator_id = ${ben.operatorId}`.execute(server.database.kysely);
  expect(await codeOf(ben.client.operatorApprovals.approve({ ApprovalId }))).toBe('StepUpRequired');
  await sql`update operator_sessions set proved_at = now()`.execute(server.database.kysely);
});

test('what has changed since, or has ended, is not done', async () => {
  const changed = await requestErasure();
  await server.database.kysely
    .updateTable('accounts')
    .set({ name: 'Somebody else' })
    .where('account_id', '=', changed.accountId)
    .execute();
  expect(await codeOf(ben.client.operatorApprovals.approve({ ApprovalId: changed.ApprovalId }))).toBe('Conflict');
  expect(await exists(changed.accountId)).toBe(true);
  const expired = await requestErasure();
  await sql`update approvals set expires_at = now() where approval_id = ${expired.ApprovalId}`.execute(
    server.database.kysely,
  );
  expect(await codeOf(ben.client.operatorApprovals.approve({ ApprovalId: expired.ApprovalId }))).toBe('NotFound');
  const { Approvals } = await ben.client.operatorApprovals.list({ IsOpen: false });
  expect(Approvals.find(({ ApprovalId }) => ApprovalId === expired.ApprovalId)).toMatchObject({ Outcome: 'Expired' });
});

test('an operator who was removed since requests nothing any more', async () => {
  const cat = await addOperator('Cat', 'admin');
  const { accountId, ApprovalId } = await requestErasure(cat);
  await server.database.kysely
    .updateTable('operators')
    .set({ removed_at: sql<Date>`now()` })
    .where('operator_id', '=', cat.operatorId)
    .execute();
  expect(await codeOf(ben.client.operatorApprovals.approve({ ApprovalId }))).toBe('Conflict');
  expect(await exists(accountId)).toBe(true);
});

test('a request is rejected by another operator or withdrawn by its own, with a reason', async () => {
  const rejected = await requestErasure();
  expect(await codeOf(ann.client.operatorApprovals.reject({ ApprovalId: rejected.ApprovalId, Reason }))).toBe(
    'Forbidden',
  );
  await ben.client.operatorApprovals.reject({ ApprovalId: rejected.ApprovalId, Reason: 'not the owner' });
  expect(await codeOf(ben.client.operatorApprovals.approve({ ApprovalId: rejected.ApprovalId }))).toBe('NotFound');
  const withdrawn = await requestErasure();
  expect(await codeOf(ben.client.operatorApprovals.withdraw({ ApprovalId: withdrawn.ApprovalId, Reason }))).toBe(
    'NotFound',
  );
  await ann.client.operatorApprovals.withdraw({ ApprovalId: withdrawn.ApprovalId, Reason: 'a mistake' });
  expect(await codeOf(ann.client.operatorApprovals.withdraw({ ApprovalId: withdrawn.ApprovalId, Reason }))).toBe(
    'Conflict',
  );
  expect(await entriesAbout(rejected.ApprovalId, withdrawn.ApprovalId)).toMatchObject([
    { actor_name: 'Ann' },
    { actor_name: 'Ben', after: { Outcome: 'Rejected' }, reason: 'not the owner' },
    { actor_name: 'Ann' },
    { actor_name: 'Ann', after: { Outcome: 'Withdrawn' }, reason: 'a mistake' },
  ]);
});

test('of concurrent approvals one is used', async () => {
  const { accountId, ApprovalId } = await requestErasure();
  const dan = await addOperator('Dan', 'admin');
  const results = await Promise.all(
    [ben, dan, ben, dan].map(({ client }) => codeOf(client.operatorApprovals.approve({ ApprovalId }))),
  );
  expect(results.filter((code) => code === 'ok')).toHaveLength(1);
  expect((await entriesAbout(accountId)).filter(({ object_kind }) => object_kind === 'player')).toHaveLength(1);
});
