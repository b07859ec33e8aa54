// After an erasure the audit log still says who did what and when, but no longer names the person.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { beginOperatorSession } from '#server/features/operators/operator-sessions.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createBrowser } from '#server/testing/test-browser.ts';
import { makeTicketId } from '#server/features/support/ticket-id.ts';
import { eraseAccount } from './erase-account.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());

const signInOperator = async (name: string) => {
  const operatorId = randomUUID();
  const { kysely } = server.database;
  await kysely
    .insertInto('operators')
    .values({
      operator_id: operatorId,
      email: `${operatorId}@staff.example`,
      name,
      role: 'owner',
      invited_by: 'a test',
    })
    .execute();
  const session = { operatorId, isComplete: true, network: 'test', userAgent: 'test' };
  return createBrowser(server.consoleApp, await beginOperatorSession(kysely, session)).client;
};
const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const readLog = () => server.database.kysely.selectFrom('audit_log').selectAll().orderBy('entry_id').execute();
const countLog = async (): Promise<number> => (await readLog()).length;

/** A player about whom operators have written everything that they can. */
async function buildKnownPlayer(name: string) {
  const { database } = server;
  const email = `${name.toLowerCase()}@mail.example`;
  const accountId = await buildAccount(database, { name, email, games: [{ game: 'chess', uid: `uid-${name}` }] });
  const ann = await signInOperator('Ann');
  const ofAccount = makeTicketId();
  const ofAddress = makeTicketId();
  const ticketIds = [ofAccount, ofAddress];
  for (const [ticket_id, account_id] of [
    [ofAccount, accountId],
    [ofAddress, null],
  ] as const)
    await database.kysely
      .insertInto('support_messages')
      .values({ ticket_id, account_id, email, message: `I am ${name}`, locale: 'en' })
      .execute();
  await database.kysely.insertInto('reviews').values({ account_id: accountId, game: 'chess', rating: 1 }).execute();
  await ann.operatorPlayers.rename({ AccountId: accountId, Name: `New${name}`, Reason: `${name} is a bad name` });
  for (const TicketId of ticketIds)
    await ann.support.deskAnswer({ TicketId, Message: `Dear ${name}, write to ${email}` });
  await ann.operatorModeration.changeReview({
    AccountId: accountId,
    Game: 'chess',
    Change: 'Hide',
    Reason: `${name} insults`,
  });
  // As the previous release wrote it.
  for (const id of ticketIds)
    await database.transaction((trx) =>
      recordCommand('support answer', 'root')(trx, {
        object: { kind: 'ticket', id },
        after: { Reply: `Dear ${name}` },
      }),
    );
  return { accountId, ofAddress, name, email, ann };
}

test('replies of support are not repeated in the log', async () => {
  const { ann } = await buildKnownPlayer('Quentin');
  const { Entries } = await ann.auditLog.entries({ Action: 'support.deskAnswer', Limit: 2 });
  expect(Entries.map(({ After }) => After)).toEqual([{ Replied: true }, { Replied: true }]);
});

test('an erasure masks names, texts and reasons in entries about the player, and nothing else', async () => {
  const other = await buildKnownPlayer('Barbara');
  const { accountId, ofAddress, name, email, ann } = await buildKnownPlayer('Zebedee');
  const before = await readLog();
  expect(JSON.stringify(before)).toContain(name);
  expect(JSON.stringify(before)).toContain(`Dear ${name}`);

  const ben = await signInOperator('Ben');
  // The reason of the erasure stays.
  for (const Reason of ['newzebedee: asked', `mail from ${email.toUpperCase()}`])
    expect(await codeOf(ann.operatorPlayers.erase({ AccountId: accountId, Reason }))).toBe('InvalidRequest');
  const Reason = 'the player asked for it';
  expect(await codeOf(ann.operatorPlayers.erase({ AccountId: accountId, Reason }))).toBe('ApprovalRequired');
  const [approval] = (await ben.operatorApprovals.list({})).Approvals;
  const ApprovalId = approval?.ApprovalId ?? '';
  await ben.operatorApprovals.approve({ ApprovalId, Reason: `I know ${name}` });

  const log = await readLog();
  const entries = JSON.stringify(log);
  expect(entries).not.toContain(name);
  expect(entries).not.toContain(email);
  expect(JSON.stringify(await server.database.kysely.selectFrom('approvals').selectAll().execute())).not.toContain(
    name,
  );
  // Who, what and when are as before.
  const kept = ({ entry_id, at, actor_name, action, object_kind, object_id, game }: (typeof log)[number]) => ({
    entry_id,
    at,
    actor_name,
    action,
    object_kind,
    object_id,
    game,
  });
  expect(log.slice(0, before.length).map(kept)).toEqual(before.map(kept));
  const find = (action: string, id: string) => log.filter((entry) => entry.action === action && entry.object_id === id);
  expect(find('operatorPlayers.rename', accountId)).toMatchObject([
    { actor_name: 'Ann', before: { Name: '[erased]' }, after: { Name: '[erased]' }, reason: '[erased]' },
  ]);
  expect(find('operatorModeration.changeReview', accountId)).toMatchObject([
    { before: { Hidden: false }, after: { Hidden: true }, reason: '[erased]' },
  ]);
  expect(find('support answer', ofAddress)).toMatchObject([{ after: { Reply: '[erased]' } }]);
  expect(find('operatorPlayers.erase', accountId)).toMatchObject([{ after: { Erased: true }, reason: Reason }]);
  expect(find('operatorPlayers.rename', other.accountId)).toMatchObject([
    { before: { Name: 'Barbara' }, after: { Name: 'NewBarbara' }, reason: 'Barbara is a bad name' },
  ]);
  expect(find('support answer', other.ofAddress)).toMatchObject([{ after: { Reply: 'Dear Barbara' } }]);
  // The mask is recorded itself.
  expect(find('mask audit log', 'mask').at(-1)).toMatchObject({
    actor_kind: 'command',
    actor_name: 'account deletion',
    after: { Entries: expect.any(Number) },
  });
});

test('a player who leaves by themselves is masked too', async () => {
  const { accountId, name } = await buildKnownPlayer('Wilhelmina');
  expect(await eraseAccount(server.database, accountId, { beforeItsTime: true })).toBe(true);
  expect(JSON.stringify(await readLog())).not.toContain(name);
});

test('nothing else can be changed, not even in entries about an erased account', async () => {
  const { kysely } = server.database;
  const here = await buildKnownPlayer('Ottoline');
  const gone = await buildAccount(server.database, { name: 'Gone' });
  for (const record of [gone, here.accountId])
    await server.database.transaction((trx) =>
      recordCommand('players rename', 'root')(trx, {
        object: { kind: 'player', id: record },
        before: { Name: 'Gone' },
        after: { Name: 'Went', Features: ['ListGames'] },
      }),
    );
  await eraseAccount(server.database, gone, { beforeItsTime: true });
  const count = await countLog();
  // A row in `erasures` alone proves nothing.
  await sql`insert into erasures (account_hash) values (sha256(convert_to(${here.accountId}, 'UTF8')))`.execute(kysely);
  for (const statement of [
    // Of an account that is still there, although it is the right mask.
    sql`update audit_log set before = mask_audit_values(before), after = mask_audit_values(after), reason = '[erased]'
      where object_id = ${here.accountId} and reason is not null`,
    sql`update audit_log set before = mask_audit_values(before), after = mask_audit_values(after)
      where object_id = ${here.accountId} and reason is null`,
    // Of an erased account: another value, another column, or no entry at all.
    sql`update audit_log set after = '{"Name": "Someone else"}' where object_id = ${gone}`,
    sql`update audit_log set after = null where object_id = ${gone}`,
    sql`update audit_log set reason = 'a reason' where object_id = ${gone}`,
    sql`update audit_log set reason = '[erased]' where object_id = ${gone}`,
    sql`update audit_log set actor_name = 'nobody' where object_id = ${gone}`,
    sql`update audit_log set at = now() where object_id = ${gone}`,
    sql`update audit_log set action = 'nothing' where object_id = ${gone}`,
    sql`update audit_log set object_id = 'other' where object_id = ${gone}`,
    sql`delete from audit_log where object_id = ${gone}`,
    sql`truncate audit_log`,
  ])
    await expect(statement.execute(kysely)).rejects.toThrow('The audit log can only grow');
  expect(await countLog()).toBe(count);
  expect((await readLog()).filter(({ object_id }) => object_id === gone)).toMatchObject([
    { before: { Name: '[erased]' }, after: { Name: '[erased]', Features: ['ListGames'] } },
  ]);
});
