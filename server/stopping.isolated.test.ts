// How a node stops: load balancers notice, no request is cut off, whatever signals arrive and however often. All with
// real processes.
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

/** Requests an address over a connection that is kept alive unless the response closes it. */
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

/** A request whose body ends only when `finish` is called, which returns the response. */
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

test('reports on both ports that it is stopping while it still serves, then stops', { timeout }, async () => {
  const server = await startReady(8);
  const { address, gamesAddress, signal, exited } = server.process();
  const places = [address, gamesAddress];
  for (const place of places) {
    const ready = await ask(`${place}/readyz`);
    expect([ready.status, JSON.parse(ready.body)]).toEqual([
      200,
      expect.objectContaining({
        // A test machine's disk may be nearly full.
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
    // Clients that haven't noticed yet are still served, and have to open another connection.
    expect(await ask(`${place}/healthz`)).toMatchObject({ status: 200, connection: 'close' });
  }
  expect((await ask(`${address}/`)).status).toBe(200);
  expect(await exited).toEqual({ code: 0, signal: null });
});

test('finishes running requests although it gets two signals at once and a third later', { timeout }, async () => {
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

// Needs a start of its own, so only the drill `storms` runs it.
if (chooseDrillSize(0, 1) > 0)
  test('exits at once on the third signal', { timeout }, async () => {
    const server = await startReady(60);
    const { signal, isRunning, exited } = server.process();
    await eventually(() => {
      signal('SIGTERM');
      return !isRunning();
    });
    expect(await exited).toEqual({ code: 130, signal: null });
  });
