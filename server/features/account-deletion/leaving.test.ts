import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { personalDataClasses } from '#server/db/personal-data-classes.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { buildAccount, buildDocument, buildGames, offerMerge } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { fillAccount } from '#server/testing/fill-account.ts';
import { eraseAccount } from './erase-account.ts';
import { defineErasureJob } from './erasure-job.ts';
import { findOwnerColumn } from './export-account.ts';

let server: TestApp;
const profileLink = 'http://localhost:8080/Profile';

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { kysely } = server.database;
  for (const table of ['accounts', 'mail_links', 'kept_proofs', 'connect_invites', 'support_messages'] as const) {
    await kysely.deleteFrom(table).execute();
  }
  server.mails.length = 0;
  server.erasures.length = 0;
});

async function tablesOfAccounts(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'accounts'::regclass`.execute(server.database.kysely);
  // Their rows have no foreign key.
  return [...rows.map(({ name }) => name), 'analytics_events_by_day', 'analytics_outbox'];
}

/** The columns of a class that contain a marker. */
async function placesOf(mark: string, classes: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, columns] of Object.entries(personalDataClasses)) {
    for (const [column, dataClass] of Object.entries(columns)) {
      if (!classes.includes(dataClass)) continue;
      const { rows } = await sql`
        select from ${sql.table(table)} where position(${mark} in ${sql.ref(column)}::text) > 0 limit 1
      `.execute(server.database.kysely);
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
  }
  return found;
}

/** Merges another filled account into the given one. */
async function mergeInto(accountId: string, mark: string): Promise<{ shell: string; token: string }> {
  const { accountId: shell } = await fillAccount(server.database, mark, 'ludo');
  const identity = { type: 'Twitch', id: `twitch-${mark}` };
  const { token } = await server.sessions.begin(accountId);
  const merged = await server.client(token).profile.confirmMerge({
    MergeToken: await offerMerge(server.database, accountId, shell, identity),
    Keep: 'This',
  });
  return { shell, token: merged.Token };
}

const makeDue = (accountId: string) =>
  sql`update accounts set delete_after = now() - interval '1 second' where account_id = ${accountId}`.execute(
    server.database.kysely,
  );

test('knows the owner of the rows in every table', async () => {
  const unowned = (await tablesOfAccounts()).filter((table) => findOwnerColumn(table) === undefined);
  expect(unowned).toEqual([]);
});

test('exports all personal data of every table, and no secret', async () => {
  const { accountId, email, secondEmail } = await fillAccount(server.database, 'mine', 'chess');
  await fillAccount(server.database, 'theirs', 'chess');
  const { shell, token } = await mergeInto(accountId, 'merged');
  const exported = await server.client(token).profile.exportData({});
  expect(exported.AccountId).toBe(accountId);
  expect(Math.abs(Date.parse(exported.ExportedAt) - Date.now())).toBeLessThan(60_000);
  const tables = new Set([...(await tablesOfAccounts()), 'accounts', 'save_revisions']);
  expect(Object.keys(exported.Data).sort()).toEqual([...tables].sort());
  for (const [table, rows] of Object.entries(exported.Data)) {
    expect(rows, table).not.toEqual([]);
    const told = Object.entries(personalDataClasses[table] ?? {})
      .filter(([, dataClass]) => dataClass === 'personal' || dataClass === 'id' || dataClass === 'kept')
      .map(([column]) => column);
    // The export includes the accepted text.
    if (table === 'document_acceptances') told.push(...proofColumns);
    if (table === 'leaderboard_entries') told.push('game', 'leaderboard', 'period');
    if (table === 'save_revisions') told.push('game');
    for (const row of rows) expect(Object.keys(row).sort()).toEqual(told.sort());
  }
  expect(exported.Data['accounts']?.map((row) => row['account_id']).sort()).toEqual([accountId, shell].sort());
  expect(exported.Data['accounts']?.[0]?.['created_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(exported.Data['mail_links']?.map((row) => row['email']).sort()).toEqual(
    // Links to add an address to the merged account are gone; sign-in links to its addresses are not.
    [email, secondEmail, 'merged@example.com', 'merged@example.org', 'third-mine@example.com'].sort(),
  );
  const text = JSON.stringify(exported);
  expect(text).toContain('uid-mine');
  expect(text).toContain('uid-merged');
  expect(text).not.toContain('theirs');
  expect(text).not.toContain('sealed');
});

const proofColumns = ['document', 'game', 'version', 'version_id', 'published_at', 'url', 'text_sha256'];

test('accepted documents are exported with their version and a hash of the text', async () => {
  const [version_id = ''] = await buildDocument(server.database, 1);
  const { document_id } = await server.database.kysely
    .selectFrom('document_versions')
    .select('document_id')
    .where('version_id', '=', version_id)
    .executeTakeFirstOrThrow();
  const second = randomUUID();
  await server.database.kysely
    .insertInto('document_versions')
    .values({
      version_id: second,
      document_id,
      number: 2,
      url: 'https://play.example/terms',
    })
    .execute();
  const { token } = await server.sessions.begin(await buildAccount(server.database));
  const { documents, profile } = server.client(token);
  for (const DocumentVersionId of [version_id, second])
    await documents.accept({ DocumentId: document_id, DocumentVersionId });
  expect((await profile.exportData({})).Data['document_acceptances']).toMatchObject([
    { document: 'TOS', game: null, version: 1, url: null, text_sha256: hash('sha256', '# TOS 🙂\n\nVersion 1.\n') },
    { version: 2, version_id: second, url: 'https://play.example/terms', text_sha256: null },
  ]);
  // Acceptance would prove nothing if the text could change.
  await expect(
    server.database.kysely
      .updateTable('document_versions')
      .set({ number: 3 })
      .where('version_id', '=', second)
      .execute(),
  ).rejects.toThrow('never changes');
});

test('waits fourteen days before it deletes; a second request changes nothing', async () => {
  const { accountId, email } = await fillAccount(server.database, 'waits', 'chess');
  const { token } = await server.sessions.begin(accountId);
  const { profile } = server.client(token);
  const answers = await Promise.all(Array.from({ length: 10 }, () => profile.requestDeletion({})));
  const [{ DeleteAfter } = { DeleteAfter: '' }] = answers;
  expect(new Set(answers.map((answer) => answer.DeleteAfter)).size).toBe(1);
  expect(Math.round((Date.parse(DeleteAfter) - Date.now()) / 86_400_000)).toBe(14);
  expect(server.erasures).toEqual([{ accountId, deleteAfter: new Date(DeleteAfter) }]);
  expect(server.mails).toMatchObject([
    { to: email, template: 'deletion-requested', data: { link: profileLink, on: DeleteAfter } },
  ]);
  expect((await profile.overview({})).DeleteAfter).toBe(DeleteAfter);
  expect(await eraseAccount(server.database, accountId)).toBe(false);
  expect(await profile.cancelDeletion({})).toEqual({ Success: true });
  expect(await profile.overview({})).not.toHaveProperty('DeleteAfter');
});

test('sends no email to an address that is not validated', async () => {
  const accountId = await buildAccount(server.database, { email: 'maybe@example.com', emailValidated: false });
  const { token } = await server.sessions.begin(accountId);
  await server.client(token).profile.requestDeletion({});
  expect(server.mails).toEqual([]);
});

test('erases a due account, and leaves nothing of it in any table', async () => {
  const { accountId } = await fillAccount(server.database, 'erased', 'chess');
  const { accountId: neighbour } = await fillAccount(server.database, 'neighbour', 'chess');
  const { shell, token } = await mergeInto(accountId, 'shell');
  expect(await placesOf('erased', ['personal'])).toContain('mail_links.email');
  await server.client(token).profile.get({});
  await makeDue(accountId);
  expect(await eraseAccount(server.database, accountId)).toBe(true);
  for (const mark of ['erased', 'shell']) expect(await placesOf(mark, ['personal', 'secret'])).toEqual([]);
  for (const id of [accountId, shell]) expect(await placesOf(id, ['id', 'personal', 'secret'])).toEqual([]);
  await eventually(() =>
    server
      .client(token)
      .profile.get({})
      .then(
        () => false,
        (error: { code: string }) => error.code === 'Unauthenticated',
      ),
  );
  expect(await placesOf('neighbour', ['personal'])).toContain('social_identities.external_id');
  expect(await placesOf(neighbour, ['id'])).toContain('refresh_tokens.account_id');
  expect(await eraseAccount(server.database, accountId)).toBe(false);
});

test('keeps the orders of an erased account without personal data', async () => {
  const { accountId } = await fillAccount(server.database, 'bought', 'chess');
  const { kysely } = server.database;
  const { order_id } = await kysely
    .selectFrom('orders')
    .select('order_id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  await makeDue(accountId);
  expect(await eraseAccount(server.database, accountId)).toBe(true);
  const orders = await kysely.selectFrom('orders').selectAll().where('order_id', '=', order_id).execute();
  expect(orders).toMatchObject([
    { account_id: null, sealed_personal_info: null, price_minor: 199, status: 'Completed' },
  ]);
  const attempts = await kysely.selectFrom('payment_attempts').selectAll().where('order_id', '=', order_id).execute();
  expect(attempts).toMatchObject([{ sealed_request: null, amount_minor: 199 }]);
});

test('does not erase an account whose owner cancelled, or a merged account alone', async () => {
  const { accountId } = await fillAccount(server.database, 'stays', 'chess');
  const { shell, token } = await mergeInto(accountId, 'inside');
  await makeDue(accountId);
  await server.client(token).profile.cancelDeletion({});
  expect(await eraseAccount(server.database, accountId)).toBe(false);
  await makeDue(shell);
  expect(await eraseAccount(server.database, shell)).toBe(false);
  expect(await placesOf(shell, ['id'])).toContain('accounts.account_id');
});

test('the job runs once for a date, after it, and erases', async () => {
  const { database } = server;
  const log = pino({ level: 'silent' });
  const erasure = defineErasureJob({ database, log });
  const jobs = await startJobs(database.connection, { definitions: [erasure.definition], log });
  onTestFinished(() => jobs.stop());
  const accountId = await buildAccount(database);
  const schedule = (deleteAfter: Date) =>
    database.transaction((trx) => erasure.schedule(jobs, trx, accountId, deleteAfter));
  const due = new Date(Date.now() + 3_600_000);
  await schedule(due);
  await schedule(due);
  const { rows } = await sql`
    select data, start_after from pgboss.job where name = 'erasure'`.execute(database.kysely);
  expect(rows).toEqual([{ data: { accountId }, start_after: due }]);
  await makeDue(accountId);
  await schedule(new Date());
  await jobs.work();
  await eventually(async () => (await placesOf(accountId, ['id'])).length === 0);
});
