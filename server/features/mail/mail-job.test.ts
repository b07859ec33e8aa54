import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startDatabaseClock } from '#server/db/database-clock.ts';
import { createMetrics, type Metrics } from '#server/http/metrics.ts';
import { startJobs, type Jobs } from '#server/jobs/jobs.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { eventually } from '#server/testing/eventually.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { defineMailJob, type QueueableMailJob } from './mail-job.ts';
import type { QueuedMail } from './mail-templates.ts';
import { createSmtpTransport } from './mail-transport.ts';
import { sampleMailContext, sampleMails } from './sample-mails.ts';
import { startTestSmtp, type TestSmtp, type TestSmtpOptions } from './start-test-smtp.ts';

let tested: TestDatabase;
beforeAll(async () => {
  tested = await createTestDatabase();
});
afterAll(() => tested.drop());

const logged: string[] = [];
beforeEach(() => {
  logged.length = 0;
});

const mail: QueuedMail = {
  to: 'mina@example.org',
  locale: 'en',
  template: 'sign-in',
  data: sampleMails['sign-in'],
  notAfter: new Date('2026-11-14T10:20:00Z'),
};
const secrets = ['mina', 'example.org', sampleMails['sign-in'].link.slice(-60), '482913', 'Lyon'];

interface Setting {
  readonly jobs: Jobs;
  readonly mails: QueueableMailJob;
  readonly send: (mail: QueuedMail) => Promise<void>;
  readonly metrics: Metrics;
}

const somewhen = async (): Promise<Date> => new Date('2026-11-14T10:06:00Z');

async function start(smtpUrl: string, databaseNow = somewhen): Promise<Setting> {
  const transport = createSmtpTransport(smtpUrl);
  onTestFinished(() => transport.close());
  // Not the server's own log, whose redaction would hide a leak.
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const sealer = createSealer('a secret of the test');
  const { portalName, portalUrl, from } = sampleMailContext;
  const metrics = createMetrics();
  const mails = defineMailJob({
    transport,
    sealer,
    log,
    metrics,
    databaseNow,
    portalName: async () => portalName,
    portalUrl,
    from,
  });
  await sql`DROP SCHEMA IF EXISTS pgboss CASCADE`.execute(tested.database.kysely);
  const jobs = await startJobs(tested.connection, { definitions: [mails.definition], log });
  onTestFinished(() => jobs.stop({ timeoutMs: 1000 }));
  const send = (each: QueuedMail): Promise<void> => tested.database.transaction((trx) => mails.queue(jobs, trx, each));
  return { jobs, mails, send, metrics };
}

async function smtpServer(options?: TestSmtpOptions): Promise<TestSmtp> {
  const smtp = await startTestSmtp(options);
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  return smtp;
}

async function stored(): Promise<{ state: string; row: string; tries: number }[]> {
  const { rows } = await sql<{ state: string; row: string; tries: number }>`
    SELECT state::text AS state, job::text AS row, retry_count AS tries FROM pgboss.job AS job`.execute(
    tested.database.kysely,
  );
  return rows;
}

function expectNoSecret(text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

test.each([
  ['ahead', 20],
  ['behind', -20],
])('loses no mail on a node whose clock is 20 minutes %s', async (_, minutes) => {
  const smtp = await smtpServer();
  const clock = await startDatabaseClock({
    database: tested.database,
    log: pino({ level: 'silent' }),
    ownNow: () => new Date(),
  });
  onTestFinished(() => clock.stop());
  const { jobs, send } = await start(smtp.url, clock.read);
  const right = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: right + minutes * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await send({ ...mail, notAfter: new Date(right + 15 * 60_000) });
  await jobs.work();
  await eventually(() => smtp.received.length === 1);
  expect(logged.join()).not.toContain('dropped');
});

test('sends with the transaction, and stores nothing that can be read', async () => {
  const smtp = await smtpServer();
  const { jobs, send } = await start(smtp.url);
  await send(mail);
  const [waiting] = await stored();
  expect(waiting?.state).toBe('created');
  expectNoSecret(waiting?.row ?? '');
  await jobs.work();
  await eventually(async () => (await stored())[0]?.state === 'completed');
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]?.mail).toMatchObject({ subject: 'Sign in to Night Arcade' });
  expect(smtp.received[0]?.mail.text).toContain(sampleMails['sign-in'].link);
  expectNoSecret(logged.join());
});

test.each([
  ['\u212Aate@Example.ORG', 'kate@example.org'],
  ['CAFE\u0301@B\u00dcCHER.example', 'caf\u00e9@xn--bcher-kva.example'],
])('sends a mail stored for %j to %j', async (kept, normal) => {
  const sent: string[] = [];
  const { portalName, portalUrl, from } = sampleMailContext;
  const mails = defineMailJob({
    transport: { send: async ({ to }) => void sent.push(to) },
    sealer: createSealer('a secret of the test'),
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    databaseNow: async () => new Date('2026-11-14T10:06:00Z'),
    portalName: async () => portalName,
    portalUrl,
    from,
  });
  await sql`DROP SCHEMA IF EXISTS pgboss CASCADE`.execute(tested.database.kysely);
  const jobs = await startJobs(tested.connection, { definitions: [mails.definition], log: pino({ level: 'silent' }) });
  onTestFinished(() => jobs.stop({ timeoutMs: 1000 }));
  await tested.database.transaction((trx) => mails.queue(jobs, trx, { ...mail, to: kept }));
  await jobs.work();
  await eventually(async () => sent.length > 0);
  expect(sent).toEqual([normal]);
});

test('sends nothing when the transaction is rolled back', async () => {
  const smtp = await smtpServer();
  const { jobs, mails } = await start(smtp.url);
  const rolledBack = tested.database.transaction(async (trx) => {
    await mails.queue(jobs, trx, mail);
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  expect(await stored()).toEqual([]);
});

test('retries until the mail server is reachable', async () => {
  const [port] = await findFreePorts();
  const { jobs, send } = await start(`smtp://127.0.0.1:${port}`);
  await jobs.work();
  await send(mail);
  await eventually(() => logged.some((line) => line.includes('will be tried again')));
  expectNoSecret((await stored()).map(({ row }) => row).join());
  const smtp = await smtpServer({ port });
  await eventually(() => smtp.received.length > 0);
  expect(smtp.received).toHaveLength(1);
  expectNoSecret(logged.join());
});

test('retries the same mail after a temporary rejection', async () => {
  const smtp = await smtpServer({
    refuseMail: (soFar) => (soFar === 1 ? { code: 451, words: 'not now, mina@example.org' } : undefined),
  });
  const { jobs, send } = await start(smtp.url);
  await jobs.work();
  await send(mail);
  await eventually(async () => (await stored())[0]?.state === 'completed');
  const ids = smtp.received.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@play\.example>$/);
  expect(ids[1]).toBe(ids[0]);
  expectNoSecret((await stored())[0]?.row ?? '');
  expectNoSecret(logged.join());
});

test("doesn't retry after a permanent rejection of the recipient", async () => {
  const smtp = await smtpServer({ refuseRecipient: (address) => ({ code: 550, words: `no ${address} here` }) });
  const { jobs, send } = await start(smtp.url);
  await jobs.work();
  await send(mail);
  await eventually(async () => (await stored())[0]?.state === 'completed');
  const [{ row, tries } = { row: '', tries: -1 }] = await stored();
  expect(tries).toBe(0);
  expect(smtp.received).toEqual([]);
  const line = logged.find((each) => each.includes('rejected its recipient'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ template: 'sign-in', responseCode: 550, level: 40 });
  expectNoSecret(row + logged.join());
});

test('drops an expired mail, and counts it', async () => {
  const smtp = await smtpServer();
  const { jobs, send, metrics } = await start(smtp.url, async () => new Date('2026-11-14T10:20:01Z'));
  await jobs.work();
  await send(mail);
  await eventually(async () => (await stored())[0]?.state === 'completed');
  expect(smtp.received).toEqual([]);
  expect(logged.filter((line) => line.includes('expired before it could be sent'))).toHaveLength(1);
  expect(await metrics.text()).toContain('fxid_mails_total{outcome="late"} 1');
  expectNoSecret(logged.join());
});

test("rejects a mail that couldn't be composed before it is stored", async () => {
  const { send } = await start('smtp://127.0.0.1:9');
  await expect(send({ ...mail, to: 'mina@example.org\r\nBcc: x@evil.example' })).rejects.toThrow('line break');
  const link = 'https://evil.example/LoginValidateEmail';
  await expect(send({ ...mail, template: 'merged', data: { link, until: '2026-12-14T10:05:00Z' } })).rejects.toThrow(
    'does not lead to the portal',
  );
  expect(await stored()).toEqual([]);
});

test("doesn't send a mail sealed with another secret", async () => {
  const smtp = await smtpServer();
  const { jobs, mails } = await start(smtp.url);
  const sealed = createSealer('another secret').seal('mail', JSON.stringify(mail)).toString('base64');
  await tested.database.transaction((trx) => jobs.send(trx, mails.definition, { sealed }));
  await jobs.work();
  await eventually(() => logged.some((line) => line.includes('PREVIOUS_SECRET')));
  expect(smtp.received).toEqual([]);
});
