import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { backUpDatabase } from '#server/db/backup.ts';
import { buildConnectionUrl } from '#server/db/connection-options.ts';
import { journalFileName, readJournal } from '#server/db/erasure-journal.ts';
import { restoreDatabase, secureExternallyRestoredDatabase, type RestoreOptions } from '#server/db/restore.ts';
import { createLog } from '#server/http/log.ts';
import { buildAccount, buildGames, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { signInOperator } from '#server/testing/sign-in-operator.ts';
import { fillAccount } from '#server/testing/fill-account.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { eraseAccount } from './erase-account.ts';
import { startErasureJournal } from './keep-erasure-journal.ts';
import {
  oneTimeTokenTables,
  secureRestoredDatabase,
  type SecureRestoredDatabaseResult,
} from './secure-restored-database.ts';

let server: TestApp;
const log = createLog({ level: 'silent' });

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['accounts', 'erasures', 'mail_links', 'support_messages'] as const)
    await server.database.kysely.deleteFrom(table).execute();
});

async function takeBackup(): Promise<string> {
  const file = join(createTemporaryFolder(), 'backup.sql.zst');
  await backUpDatabase(server.database.connection, { file, report: () => undefined });
  return file;
}

async function bringBack(file: string, options: Partial<RestoreOptions> = {}): Promise<SecureRestoredDatabaseResult> {
  let settled: SecureRestoredDatabaseResult | undefined;
  await restoreDatabase(server.database.connection, {
    file,
    evenIfInUse: true,
    journalFolders: [],
    secureRestored: async (...given) => {
      settled = await secureRestoredDatabase(...given);
    },
    log,
    report: () => undefined,
    ...options,
  });
  if (!settled) throw new Error('Nothing was settled.');
  // Clears the server's caches with its connections.
  await eventually(() => server.database.ready());
  await eventually(() => server.signals.connected());
  return settled;
}

async function erase(accountId: string): Promise<void> {
  await sql`update accounts set delete_after = now() where account_id = ${accountId}`.execute(server.database.kysely);
  expect(await eraseAccount(server.database, accountId)).toBe(true);
}

const idsOf = async (): Promise<string[]> =>
  (await server.database.kysely.selectFrom('accounts').select('account_id').execute()).map((row) => row.account_id);

const isIn = (token: string): Promise<boolean> =>
  server
    .client(token)
    .profile.get({})
    .then(
      () => true,
      (error: { code: string }) => {
        expect(error.code).toBe('Unauthenticated');
        return false;
      },
    );

test('a restore ends all sessions, including those that had been signed out', async () => {
  const accountId = await buildAccount(server.database);
  const { token: stays } = await server.sessions.begin(accountId);
  const { token: leaves } = await server.sessions.begin(accountId);
  const file = await takeBackup();
  await server.client(leaves).auth.logout({});
  expect([await isIn(stays), await isIn(leaves)]).toEqual([true, false]);
  expect(await bringBack(file)).toEqual({ sessionsEnded: 2, erasuresApplied: 0 });
  expect([await isIn(stays), await isIn(leaves)]).toEqual([false, false]);
  expect(await idsOf()).toEqual([accountId]);
  const { token } = await server.sessions.begin(accountId);
  expect(await isIn(token)).toBe(true);
});

test('no credential issued before works any more', async () => {
  await fillAccount(server.database, 'issued', 'chess');
  await sql`
    insert into build_drafts (game, build_number, ota_version, build_type, sha, token_hash, token_expires_at)
    values ('chess', 1, '1', 'Iframe', 'sha', '\\x01', now() + interval '1 day')`.execute(server.database.kysely);
  const { operatorId } = await signInOperator(server.database, 'owner');
  await sql`
    insert into operator_links (token_hash, operator_id, network, expires_at)
    values ('\\x02', ${operatorId}, 'test', now() + interval '1 day')`.execute(server.database.kysely);
  await bringBack(await takeBackup());
  const ends: Record<string, string> = {
    sessions: 'revoked_at',
    refresh_tokens: 'revoked_at',
    build_drafts: 'token_expires_at',
    operator_sessions: 'ended_at',
  };
  for (const table of oneTimeTokenTables) ends[table] = 'expires_at';
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'token_hash'`.execute(server.database.kysely);
  // A new kind of token must be added here as well.
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(ends).sort());
  for (const [table, column] of Object.entries(ends)) {
    const { rows } = await sql<{ ended: boolean | null }>`
      select ${sql.ref(column)} <= now() as ended from ${sql.table(table)}`.execute(server.database.kysely);
    expect(rows.length, table).toBeGreaterThan(0);
    expect(
      rows.every(({ ended }) => ended),
      table,
    ).toBe(true);
  }
});

test("accounts erased after the backup are erased again, from the replaced database's records", async () => {
  const { accountId: erased } = await fillAccount(server.database, 'gone', 'chess');
  const { kysely } = server.database;
  const orders = kysely.selectFrom('orders').select(['order_id', 'sealed_personal_info']);
  const { order_id } = await orders.where('account_id', '=', erased).executeTakeFirstOrThrow();
  const kept = await buildAccount(server.database);
  const file = await takeBackup();
  await erase(erased);
  expect(await bringBack(file)).toMatchObject({ erasuresApplied: 1 });
  const left = await idsOf();
  expect(left).toContain(kept);
  expect(left).not.toContain(erased);
  expect(await kysely.selectFrom('mail_links').select('link_id').execute()).toEqual([]);
  expect(await kysely.selectFrom('support_messages').select('ticket_id').execute()).toEqual([]);
  expect(await orders.where('order_id', '=', order_id).execute()).toEqual([{ order_id, sealed_personal_info: null }]);
  // The erasure is repeated if that database is restored once more.
  expect(await bringBack(file)).toMatchObject({ erasuresApplied: 1 });
  expect(await idsOf()).not.toContain(erased);
});

test('the journal next to the backups has the erasures if the database is lost', async () => {
  const folder = createTemporaryFolder();
  const { database, signals } = server;
  const keeper = startErasureJournal({ database, signals, folder, log, now: () => new Date() });
  onTestFinished(() => keeper.stop());
  const erased = await buildAccount(database, { name: 'Erased', email: 'erased@example.com' });
  const file = await takeBackup();
  await erase(erased);
  await eventually(async () => (await readJournal(folder)).length === 1);
  const text = await readFile(join(folder, journalFileName), 'utf8');
  expect(text.trim()).toMatch(/^[0-9a-f]{64} \d{4}-[\d:T.-]+Z$/);
  await database.kysely.deleteFrom('erasures').execute();
  expect(await bringBack(file, { journalFolders: [folder] })).toMatchObject({ erasuresApplied: 1 });
  expect(await idsOf()).toEqual([]);
});

test('a later backup in the same folder records what happened since the earlier one', async () => {
  const erased = await buildAccount(server.database);
  const file = await takeBackup();
  await erase(erased);
  await backUpDatabase(server.database.connection, { file: join(file, '../later.sql.zst'), report: () => undefined });
  const fresh = await createTestDatabase({ empty: true });
  onTestFinished(() => fresh.drop());
  let settled: SecureRestoredDatabaseResult | undefined;
  await restoreDatabase(
    { connectionString: buildConnectionUrl(fresh.connection) },
    {
      file,
      journalFolders: [],
      secureRestored: async (...given) => {
        settled = await secureRestoredDatabase(...given);
      },
      log,
      report: () => undefined,
    },
  );
  expect(settled).toMatchObject({ erasuresApplied: 1 });
});

test('the journal gets missed entries, survives a torn line, and reports what the database no longer has', async () => {
  const folder = createTemporaryFolder();
  const erased = await buildAccount(server.database);
  await erase(erased);
  const foreign = 'a'.repeat(64);
  await writeFile(join(folder, journalFileName), `${foreign} 2026-01-01T00:00:00.000Z\n${'b'.repeat(64)} 2026-01`);
  const lines: string[] = [];
  const { database, signals } = server;
  const loud = createLog({ level: 'error', write: (line) => lines.push(line) });
  const keeper = startErasureJournal({ database, signals, folder, log: loud, now: () => new Date() });
  await keeper.stop();
  const hashes = (await readJournal(folder)).map(({ accountHash }) => accountHash);
  expect(hashes).toHaveLength(2);
  expect(hashes[0]).toBe(foreign);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('--by-other-means');
});

test('a database restored by other tools is secured too', async () => {
  const folder = createTemporaryFolder();
  const { database, signals } = server;
  const erased = await buildAccount(database);
  const other = await buildAccount(database);
  const { token } = await server.sessions.begin(other);
  const keeper = startErasureJournal({ database, signals, folder, log, now: () => new Date() });
  onTestFinished(() => keeper.stop());
  await erase(erased);
  await eventually(async () => (await readJournal(folder)).length === 1);
  // As a snapshot of the cluster would restore it.
  await database.kysely.deleteFrom('erasures').execute();
  await database.kysely.insertInto('accounts').values({ account_id: erased, name: '' }).execute();
  let settled: SecureRestoredDatabaseResult | undefined;
  await secureExternallyRestoredDatabase(database.connection, {
    journalFolders: [folder],
    secureRestored: async (...given) => {
      settled = await secureRestoredDatabase(...given);
    },
  });
  await eventually(() => database.ready());
  expect(settled).toEqual({ sessionsEnded: 1, erasuresApplied: 1 });
  expect(await idsOf()).toEqual([other]);
  expect(await isIn(token)).toBe(false);
});

test('an account whose merge was undone before the erasure is not erased with the other', async () => {
  const { database } = server;
  const goes = await buildAccount(database, { identities: [{ type: 'Email', id: 'goes@example.com' }] });
  const identity = { type: 'Twitch', id: 'stays' };
  const stays = await buildAccount(database, { identities: [identity] });
  const { token } = await server.sessions.begin(goes);
  const MergeToken = await offerMerge(database, goes, stays, identity);
  const { MergeId, Token } = await server.client(token).profile.confirmMerge({ MergeToken, Keep: 'This' });
  const file = await takeBackup();
  await server.client(Token).profile.undoMerge({ MergeId });
  await erase(goes);
  expect(await bringBack(file)).toMatchObject({ erasuresApplied: 1 });
  const rows = await database.kysely.selectFrom('social_identities').select(['external_id', 'account_id']).execute();
  expect(rows).toEqual([{ external_id: 'stays', account_id: stays }]);
  const account = await database.kysely.selectFrom('accounts').select(['account_id', 'merged_into']).execute();
  expect(account).toEqual([{ account_id: stays, merged_into: null }]);
});
