// The audit log: only grows, is read in pages and exported; backups contain it.
import { sql } from 'kysely';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpDatabase } from '#server/db/backup.ts';
import { restoreDatabase } from '#server/db/restore.ts';
import { deleteExpiredRows } from '#server/features/account-deletion/delete-expired-rows.ts';
import { createLog } from '#server/http/log.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { recordCommand } from './audit-log.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const write = (id: string, after: object = { Value: id }, { database } = server, reason = 'a reason') =>
  database.transaction((trx) =>
    recordCommand('settings set', 'root')(trx, { object: { kind: 'setting', id }, after, reason }),
  );

test('the database refuses to change, delete or empty it', async () => {
  await write('stays');
  const { kysely } = server.database;
  for (const statement of [
    sql`update audit_log set actor_name = 'nobody'`,
    sql`update audit_log set reason = null where object_id = 'stays'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(statement.execute(kysely)).rejects.toThrow('The audit log can only grow');
  const { rows } = await sql`select reason from audit_log where object_id = 'stays'`.execute(kysely);
  expect(rows).toEqual([{ reason: 'a reason' }]);
});

test('entries are read in pages, and found by actor, object, game, action and time', async () => {
  for (const id of ['one', 'two', 'three']) await write(id);
  await server.database.transaction((trx) =>
    recordCommand('games publish', 'root')(trx, { object: { kind: 'build', id: 'ludo/1', game: 'ludo' } }),
  );
  const client = await server.operatorClient('owner');
  const { Entries: first } = await client.auditLog.entries({ ObjectKind: 'setting', Limit: 2 });
  expect(first.map(({ ObjectId }) => ObjectId)).toEqual(['three', 'two']);
  const { Entries: next } = await client.auditLog.entries({
    ObjectKind: 'setting',
    Limit: 1,
    BeforeEntryId: first.at(-1)?.EntryId ?? 0,
  });
  expect(next).toMatchObject([
    { ObjectId: 'one', ActorKind: 'Command', ActorName: 'root', Action: 'settings set', After: { Value: 'one' } },
  ]);
  const find = async (filter: Parameters<typeof client.auditLog.entries>[0]) =>
    (await client.auditLog.entries(filter)).Entries.map(({ ObjectId }) => ObjectId);
  expect(await find({ ObjectKind: 'setting', ObjectId: 'two' })).toEqual(['two']);
  expect(await find({ Actor: 'root', Action: 'settings', Limit: 1 })).toEqual(['three']);
  expect(await find({ Game: 'ludo' })).toEqual(['ludo/1']);
  expect(await find({ Action: '%' })).toEqual([]);
  expect(await find({ Until: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect(await find({ Since: '2020-01-01T00:00:00Z', ObjectId: 'one' })).toEqual(['one']);
});

test('an export contains no formula, and is recorded itself', async () => {
  await write('=HYPERLINK("http://evil.example")', { Name: 'a, "quoted" name' }, server, '+1+1\nnext line');
  const client = await server.operatorClient('owner', { name: '@SUM(A1)' });
  const { Csv: csv } = await client.auditLog.export({ ObjectKind: 'setting' });
  expect(csv.split('\r\n')[0]).toBe(
    'EntryId,At,ActorKind,ActorId,ActorName,Action,ObjectKind,ObjectId,Game,Before,After,Reason,Address,RequestId',
  );
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  expect(csv).toContain(`"'+1+1\nnext line"`);
  expect(csv).toContain(`"{""Name"":""a, \\""quoted\\"" name""}"`);
  const { Entries } = await client.auditLog.entries({ Action: 'auditLog.export' });
  expect(Entries).toMatchObject([
    { ObjectKind: 'audit-log', ObjectId: '{"ObjectKind":"setting"}', ActorName: '@SUM(A1)' },
  ]);
  expect((await client.auditLog.export({ Action: 'auditLog' })).Csv).toContain("'@SUM(A1)");
});

test('it is kept as long as AUDIT_DAYS says', async () => {
  await using other = await createTestDatabase();
  const { database } = other;
  await database.transaction((trx) =>
    recordCommand('settings set', 'root')(trx, { object: { kind: 'setting', id: 'old' } }),
  );
  // A test may turn the triggers off; the server may not.
  await sql`alter table audit_log disable trigger audit_log_rows_stay`.execute(database.kysely);
  await ageRows(database, 'audit_log', 400 * 86_400);
  await sql`alter table audit_log enable trigger audit_log_rows_stay`.execute(database.kysely);
  expect(await deleteExpiredRows(database, { auditDays: 401 })).toMatchObject({ audit_log: 0 });
  expect(await deleteExpiredRows(database, { auditDays: 399 })).toMatchObject({ audit_log: 1 });
});

test('a backup contains it, and a restore puts it back, still protected', async () => {
  await using other = await createTestDatabase();
  const { database, connection } = other;
  const add = (id: string) =>
    database.transaction((trx) => recordCommand('settings set', 'root')(trx, { object: { kind: 'setting', id } }));
  const list = async () =>
    (await database.kysely.selectFrom('audit_log').select('object_id').orderBy('entry_id').execute()).map(
      ({ object_id }) => object_id,
    );
  await add('before');
  const file = join(createTemporaryFolder(), 'backup.sql.zst');
  const report = (): void => undefined;
  await backUpDatabase(connection, { file, report });
  await add('later');
  const secureRestored = async (): Promise<void> => undefined;
  const log = createLog({ level: 'silent' });
  await restoreDatabase(connection, { file, evenIfInUse: true, journalFolders: [], secureRestored, log, report });
  expect(await list()).toEqual(['before']);
  await expect(sql`truncate audit_log`.execute(database.kysely)).rejects.toThrow('can only grow');
  await expect(sql`delete from audit_log`.execute(database.kysely)).rejects.toThrow('can only grow');
  await add('afterwards');
  expect(await list()).toEqual(['before', 'afterwards']);
});
