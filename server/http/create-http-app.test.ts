import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

test('after its drain a node rejects requests that a proxy may retry elsewhere, and serves other calls', async () => {
  let isLeaving = false;
  let calls = 0;
  const app = createHttpApp({
    config: readConfig({}),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    headers: {},
    stopping: () => true,
    leavePhase: { isLeaving: () => isLeaving, noteCall: () => (calls += 1), run: async () => undefined },
  });
  app.get('/page', async () => 'a page');
  app.post('/call', async () => ({ done: true }));
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string) => {
    const { statusCode, headers } = await app.inject({ method, url });
    return [statusCode, headers.connection];
  };
  const draining = { page: await ask('GET', '/page'), call: await ask('POST', '/call') };
  expect(draining).toEqual({ page: [200, 'close'], call: [200, 'close'] });
  isLeaving = true;
  expect(await ask('GET', '/page')).toEqual([502, 'close']);
  expect(await ask('HEAD', '/page')).toEqual([502, 'close']);
  expect(await ask('POST', '/call')).toEqual([200, 'close']);
  expect(calls).toBe(1);
});

const post = 'POST /call HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const piece = 'x'.repeat(300 * 1024);
const pieceAsChunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;

test.each([
  ['announced', [`content-length: ${2 * piece.length}\r\n\r\n${piece}`, piece]],
  ['in chunks', [`transfer-encoding: chunked\r\n\r\n${pieceAsChunk}`, `${pieceAsChunk}0\r\n\r\n`]],
])(
  'a body that is too large, %s, is rejected while it arrives, and keeps the connection',
  async (_, [first = '', rest = '']) => {
    const { socket, answers } = await connectToApp();
    socket.write(post + first);
    await once(socket, 'readable');
    socket.write(rest);
    socket.end(`${post}connection: close\r\ncontent-length: 2\r\n\r\n{}`);
    expect((await answers).match(/HTTP\/1.1 \d+|"Code":"\w+"/g)).toEqual([
      'HTTP/1.1 413',
      '"Code":"BodyTooLarge"',
      'HTTP/1.1 200',
    ]);
  },
);

test('a client without keep-alive gets the reply to a too large body, and is closed after sending it', async () => {
  const { socket, answers } = await connectToApp();
  socket.write(`${post}connection: close\r\ncontent-length: ${2 * piece.length}\r\n\r\n${piece}`);
  await once(socket, 'readable');
  // If the server had closed, a reset would follow.
  socket.write(piece);
  expect(await answers).toMatch(/^HTTP\/1.1 413 [^]*"Code":"BodyTooLarge"/);
});

/** As Chromium sends them: 180 for one site, of 4 kB each. */
const fullCookieJar = `cookie: ${Array.from({ length: 180 }, (_, n) => `c${n}=${'x'.repeat(4000)}`).join('; ')}\r\n`;

test('a request with too many cookies gets a complete reply, which deletes the cookies', async () => {
  const { socket, answers } = await connectToApp();
  socket.write(`GET /page HTTP/1.1\r\nhost: x\r\n${fullCookieJar}`);
  await once(socket, 'readable');
  // The browser continues sending. If the server had closed, a reset would follow.
  socket.end(`${fullCookieJar.slice(0, 200_000)}\r\n\r\n`);
  const answer = await answers;
  expect(answer).toMatch(/^HTTP\/1.1 431 [^]*"Code":"HeadersTooLarge"/);
  expect(answer).toContain('\r\nclear-site-data: "cookies"\r\n');
  expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
});

test('60 kB of cookies are read, and only too many of them are deleted', async () => {
  const { socket, answers } = await connectToApp();
  socket.end(`GET /page HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncookie: a=${'x'.repeat(60_000)}\r\n\r\n`);
  expect(await answers).toMatch(/^HTTP\/1.1 200 /);
  const malformed = await connectToApp();
  malformed.socket.end('NONSENSE\r\n\r\n');
  expect((await malformed.answers).toLowerCase()).not.toContain('clear-site-data');
});

test('a caller that never stops sending headers is cut off', async () => {
  const { socket, answers } = await connectToApp();
  socket.on('error', () => undefined);
  void answers.catch(() => undefined);
  const closed = once(socket, 'close').catch(() => undefined);
  socket.write('GET /page HTTP/1.1\r\nhost: x\r\ncookie: ');
  while (!socket.destroyed) if (!socket.write('x'.repeat(64_000))) await Promise.race([closed, once(socket, 'drain')]);
  expect(socket.destroyed).toBe(true);
});

/** A connection to an app, and everything received on it until it closes. */
async function connectToApp() {
  const app = createHttpApp({
    config: readConfig({}),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    headers: {},
  });
  onTestFinished(() => app.close());
  app.post('/call', async () => ({ done: true }));
  app.get('/page', async () => 'a page');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  return { socket, answers: text(socket.pause()) };
}
