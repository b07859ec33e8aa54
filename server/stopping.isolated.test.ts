// How a node leaves: seen by balancers, cutting nobody off, however often and by whom it is told. All with real processes.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { chooseDrillSize } from './testing/drill-size.ts';
import { eventually } from './testing/eventually.ts';
import { startKillableServer, type KillableServer } from './testing/killable-server.ts';

const timeout = 120_000;

async function startReady(drainSeconds: number): Promise<KillableServer> {
  const server = await startKillableServer({ DRAIN_SECONDS: String(drainSeconds) });
  onTestFinished(() => server[Symbol.asyncDispose](), timeout);
  await server.process().untilReady();
  return server;
}

/** What one asks for, with its connection: kept alive unless the answer says otherwise. */
function ask(address: string): Promise<{ status: number; connection: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const read = (response: IncomingMessage): void => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, body });
      });
    };
    httpRequest(address, { headers: { connection: 'keep-alive' } }, read)
      .on('error', reject)
      .end();
  });
}

/** A request of which the end of the body comes when it is asked for; then its answer. */
async function beginRequest(address: string): Promise<{ finish: () => Promise<string> }> {
  const { port } = new URL(address);
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  const closed = new Promise<string>((resolve, reject) => {
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
  const head = ['POST /api/v1/games/list HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 2'];
  // Being asked to go on shows that the server has begun with it.
  socket.write([...head, 'expect: 100-continue', '', '{'].join('\r\n'));
  await eventually(() => answer.includes('100 Continue'));
  return {
    finish: () => {
      socket.write('}');
      return closed;
    },
  };
}

test('says on both ports that it is stopping while it still answers, and then stops', { timeout }, async () => {
  const server = await startReady(8);
  const { address, gamesAddress, signal, exited } = server.process();
  const places = [address, gamesAddress];
  for (const place of places) {
    const ready = await ask(`${place}/readyz`);
    expect([ready.status, JSON.parse(ready.body)]).toEqual([
      200,
      expect.objectContaining({
        // The disk of a machine that runs tests may be nearly full.
        status: expect.stringMatching(/^(ready|degraded)$/),
        checks: expect.objectContaining({
          database: 'ok',
          migrations: 'ok',
          jobs: 'ok',
          clock: 'ok',
          games: 'ok',
          disk: expect.any(String),
          sealed: 'ok',
        }),
      }),
    ]);
    expect(ready.connection).toBe('keep-alive');
  }
  expect((await ask(`${address}/metrics`)).body).toMatch(/^fxid_clock_difference_seconds -?[\d.e-]+$/m);
  signal('SIGTERM');
  for (const place of places) {
    await eventually(async () => (await ask(`${place}/readyz`)).status === 503);
    const ready = await ask(`${place}/readyz`);
    expect(JSON.parse(ready.body)).toMatchObject({ status: 'stopping', checks: { database: 'ok' } });
    expect(ready.connection).toBe('close');
    // Whoever has not noticed yet is served all the same, and told to come by another connection.
    expect(await ask(`${place}/healthz`)).toMatchObject({ status: 200, connection: 'close' });
  }
  expect((await ask(`${address}/`)).status).toBe(200);
  expect(await exited).toEqual({ code: 0, signal: null });
});

test('finishes what runs although it is told twice at once and once more later', { timeout }, async () => {
  const server = await startReady(0);
  const { address, signal, output, exited } = server.process();
  const request = await beginRequest(address);
  signal('SIGTERM');
  signal('SIGTERM');
  await eventually(() => {
    signal('SIGTERM');
    return output().includes('Still stopping');
  });
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*connection: close\r\n.*"Games":/ms);
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(server.postmasterPid()).toBeUndefined();
});

// A whole start for a way out that nobody loses anything by: npm run drills -- storms goes it.
if (chooseDrillSize(0, 1) > 0)
  test('ends at once when it is told a third time', { timeout }, async () => {
    const server = await startReady(60);
    const { signal, isRunning, exited } = server.process();
    await eventually(() => {
      signal('SIGTERM');
      return !isRunning();
    });
    expect(await exited).toEqual({ code: 130, signal: null });
  });
