// A production node with two workers over its embedded database, as one service runs it. The tests share the node and
// run in this order; the last two stop it.
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoAccountId, insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { openDatabase, type Database } from '#server/db/database.ts';
import { listenForNodeSignals } from '#server/db/node-signals.ts';
import { defineMailJob } from '#server/features/mail/mail-job.ts';
import { sampleMails } from '#server/features/mail/sample-mails.ts';
import { startTestSmtp, type TestSmtp } from '#server/features/mail/start-test-smtp.ts';
import { createSessions } from '#server/features/sessions/sessions.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { eventually } from '#server/testing/eventually.ts';
import { startKillableServer, type KillableServer } from '#server/testing/killable-server.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { requestBuiltFolder } from '#server/testing/test-services.ts';

const timeout = 120_000;
// Below ten per worker, so that the limit is exact.
const perMinute = 15;
const log = pino({ level: 'silent' });
const parts = new AsyncDisposableStack();
// Outside the hook, which has a time limit: a build may take minutes.
await Promise.all([requestBuiltFolder('portal'), requestBuiltFolder('sdk')]);
let smtp: TestSmtp;
let node: KillableServer;
let database: Database;

beforeAll(async () => {
  smtp = parts.use(await startTestSmtp());
  const settings = {
    ...productionSettings,
    WORKERS: '2',
    SMTP_URL: smtp.url,
    REQUESTS_PER_MINUTE: String(perMinute),
    DRAIN_SECONDS: '6',
    // Callers differ by the address that a proxy reports.
    TRUSTED_PROXIES: '1',
    METRICS_TOKEN: metricsToken,
  };
  node = parts.use(await startKillableServer(settings, join(import.meta.dirname, '../main.ts')));
  await node.process().untilReady();
  database = openDatabase(buildEmbeddedConnection(node.dataDir), { log, poolSize: 2 });
  parts.defer(() => database.close());
  await insertDemoContent(database);
}, timeout);
afterAll(() => parts.disposeAsync(), timeout);

test('both workers serve requests, over one database', { timeout }, async () => {
  const { token } = await beginSession('Ada');
  await eventually(async () => {
    const answer = await post('/api/v1/profile', { headers: { ...newCaller(), authorization: `Bearer ${token}` } });
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining(demoAccountId('Ada')) });
    return listWorkers('profile.get').size === 2;
  });
  const ready = await get('/readyz');
  expect(JSON.parse(ready.body)).toMatchObject({ checks: { workers: 'ok', jobs: 'ok', database: 'ok' } });
});

test('a rate limit holds for both workers together', { timeout }, async () => {
  const caller = newCaller();
  const answers = [];
  for (let turn = 0; turn < 2 * perMinute; turn += 1) answers.push(await listGames(caller));
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, at) => (at < perMinute ? 200 : 429)));
  const other = await listGames(newCaller());
  expect(other.status).toBe(200);
});

test('metrics are summed over both workers', { timeout }, async () => {
  const before = await readMetrics();
  for (let turn = 0; turn < 8; turn += 1) expect((await listGames(newCaller())).status).toBe(200);
  const after = await readMetrics();
  expect(after.get(gamesListed)).toBe((before.get(gamesListed) ?? 0) + 8);
  expect(after.get('fxid_workers{state="running"}')).toBe(2);
  expect(after.get('fxid_database_up')).toBe(1);
  expect([...after.keys()].filter((name) => name.startsWith('fxid_build_info'))).toHaveLength(1);
});

test('friends see each other come online, whichever worker they are connected to', { timeout }, async () => {
  const [ada, borys] = [await beginSession('Ada'), await beginSession('Borys')];
  const adas = [];
  for (let stream = 0; stream < 6; stream += 1) adas.push(await openStream(ada.token));
  for (const stream of adas) await eventually(() => stream.text().includes('event: here'));
  await openStream(borys.token);
  const online = new RegExp(`event: presence\ndata: .*"FriendAccountId":"${demoAccountId('Borys')}","Online":true`);
  for (const stream of adas) await eventually(() => online.test(stream.text()));
});

test('jobs run once, in one worker, and continue after it was killed', { timeout }, async () => {
  await queueMails(['one@mail.example', 'two@mail.example', 'three@mail.example']);
  await eventually(() => smtp.received.length >= 3);
  const first = listReadyWorkers().find(({ worker }) => worker === 1);
  const before = await readMetrics();
  process.kill(first?.pid ?? 0, 'SIGKILL');
  await eventually(() => readLog().some(({ msg }) => msg === 'A worker ended by SIGKILL and is replaced.'));
  // The other worker serves in the meantime.
  for (let turn = 0; turn < 4; turn += 1) expect((await listGames(newCaller())).status).toBe(200);
  await eventually(() => listReadyWorkers().length === 3);
  expect(listReadyWorkers().at(-1)?.worker).toBe(1);
  await eventually(async () => JSON.parse((await get('/readyz')).body).checks.workers === 'ok');
  const after = await readMetrics();
  expect(after.get('fxid_worker_restarts_total')).toBe(1);
  expect(after.get(gamesListed) ?? 0).toBeGreaterThanOrEqual((before.get(gamesListed) ?? 0) + 4);
  await queueMails(['four@mail.example']);
  await eventually(() => smtp.received.length >= 4);
  const recipients = smtp.received.flatMap((each) => each.recipients);
  expect(recipients.toSorted()).toEqual([
    'four@mail.example',
    'one@mail.example',
    'three@mail.example',
    'two@mail.example',
  ]);
});

test('a stop drains both workers, finishes their requests and ends the database', { timeout }, async () => {
  const running = [await beginRequest(), await beginRequest()];
  const { signal, exited, output } = node.process();
  signal('SIGTERM');
  // Both workers report it: ten connections would hardly reach the same one.
  await eventually(async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/readyz')));
    return answers.every(({ status, body }) => status === 503 && body.includes('"status":"stopping"'));
  });
  expect((await listGames(newCaller())).status).toBe(200);
  for (const request of running) expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*"Games":/ms);
  await database.close();
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(node.postmasterPid()).toBeUndefined();
  expect(output()).not.toContain('did not stop cleanly');
});

test.skipIf(process.platform !== 'linux')(
  'a node whose workers keep ending stops with code 70, and ends the database',
  { timeout },
  async () => {
    const started = await node.start();
    // Until both have been ready, the end of one is a failed start.
    await eventually(async () => JSON.parse((await get('/readyz')).body).checks.workers === 'ok');
    await eventually(async () => {
      for (const pid of listWorkerProcesses(started.pid)) process.kill(pid, 'SIGKILL');
      return !started.isRunning();
    });
    expect(await started.exited).toEqual({ code: 70, signal: null });
    expect(started.output()).toMatch(/The workers keep ending\. Worker \d ended 8 times in a row/);
    expect(node.postmasterPid()).toBeUndefined();
  },
);

/** Also those that are not ready yet. The database is a child of the primary process, too. */
function listWorkerProcesses(primary: number): number[] {
  try {
    const children = readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8').trim().split(' ');
    return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'));
  } catch {
    // One of them has just ended.
    return [];
  }
}

const metricsToken = 'a token for the metrics of this test';
const gamesListed = 'fxid_requests_total{call="games.list",status="200"}';
const gamesPath = '/api/v1/games/list';

let callers = 0;

/** Headers of a caller who has not called before. */
function newCaller(): Record<string, string> {
  callers += 1;
  return { 'x-forwarded-for': `10.0.${callers >> 8}.${callers & 255}` };
}

const listGames = (headers: Record<string, string>) => post(gamesPath, { headers, body: '{"Locale":"en"}' });
const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers });
const post = (path: string, { headers = {}, body = '{}' }: { headers?: Record<string, string>; body?: string }) =>
  send('POST', path, { headers: { 'content-type': 'application/json', ...headers }, body });

/** On a connection of its own: connections are distributed among workers, not requests. */
function send(
  method: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: string },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage): void => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    };
    httpRequest(node.process().address + path, { method, agent: false, headers }, read)
      .on('error', reject)
      .end(body);
  });
}

async function readMetrics(): Promise<Map<string, number>> {
  const { body } = await get('/metrics', { authorization: `Bearer ${metricsToken}` });
  return new Map([...body.matchAll(/^([a-z]\S*) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
}

interface LogLine {
  readonly msg: string;
  readonly worker?: string | number;
  readonly pid?: number;
  readonly call?: string;
}

function readLog(): LogLine[] {
  const lines = node.process().output().split('\n');
  return lines.filter((line) => line.startsWith('{') && line.endsWith('}')).map((line) => JSON.parse(line) as LogLine);
}

/** In the order in which they became ready. */
const listReadyWorkers = (): LogLine[] => readLog().filter(({ msg }) => msg === 'A worker is ready.');

const listWorkers = (call: string): Set<unknown> =>
  new Set(readLog().flatMap((line) => (line.call === call ? [line.worker] : [])));

async function beginSession(player: 'Ada' | 'Borys') {
  const signals = await listenForNodeSignals(database.connection, log);
  try {
    return await createSessions({ database, signals, now: () => new Date() }).begin(demoAccountId(player));
  } finally {
    await signals.close();
  }
}

async function openStream(token: string): Promise<{ text: () => string }> {
  const { port } = new URL(node.process().address);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  const head = ['GET /api/v1/friends/events HTTP/1.1', 'host: x', `authorization: Bearer ${token}`];
  socket.write([...head, `x-forwarded-for: ${newCaller()['x-forwarded-for']}`, '', ''].join('\r\n'));
  await eventually(() => received.includes('200 OK'));
  return { text: () => received };
}

async function queueMails(recipients: readonly string[]): Promise<void> {
  const mail = defineMailJob({
    transport: { send: () => Promise.reject(new Error('The node sends it.')) },
    sealer: createSealer(productionSettings.SECRET),
    log,
    metrics: createMetrics(),
    databaseNow: async () => new Date(),
    portalName: async () => 'Night Arcade',
    portalUrl: new URL(productionSettings.PUBLIC_URL),
    from: 'noreply@play.example',
  });
  const jobs = await startJobs(database.connection, {
    definitions: [mail.definition],
    log,
    poolSize: 1,
    onlySends: true,
  });
  try {
    const data = { ...sampleMails['sign-in'], link: `${productionSettings.PUBLIC_URL}/SignIn` };
    const notAfter = new Date(Date.now() + 3_600_000);
    await database.transaction(async (trx) => {
      for (const to of recipients)
        await mail.queue(jobs, trx, { to, locale: 'en', template: 'sign-in', data, notAfter });
    });
  } finally {
    await jobs.stop();
  }
}

/** A request whose body ends only when `finish` is called, which returns the response. */
async function beginRequest(): Promise<{ finish: () => Promise<string> }> {
  const { port } = new URL(node.process().address);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  const closed = new Promise<string>((resolve, reject) => {
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const head = [`POST ${gamesPath} HTTP/1.1`, 'host: x', 'content-type: application/json', 'content-length: 2'];
  // The reply "100 Continue" shows that the server has begun with it.
  socket.write([...head, 'expect: 100-continue', '', '{'].join('\r\n'));
  await eventually(() => answer.includes('100 Continue'));
  return {
    finish: () => {
      socket.write('}');
      return closed;
    },
  };
}
