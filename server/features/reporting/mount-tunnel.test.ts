import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from '#server/http/create-http-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { mountRateLimits } from '#server/http/rate-limits.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { safeFetch } from '#server/http/safe-fetch.ts';
import { mountErrorTunnel } from './mount-tunnel.ts';

interface Received {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let collector: Server | undefined;
afterEach(() => {
  collector?.closeAllConnections();
  collector?.close();
  collector = undefined;
});

async function startCollector(
  answer: (response: ServerResponse) => unknown = (response) => response.end('{"id":"1"}'),
): Promise<{ dsn: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      answer(response);
    });
  });
  collector = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/42`, received };
}

async function startTunnel(dsn: string | undefined) {
  const config = readConfig({ NODE_ENV: 'test', ...(dsn !== undefined && { ERROR_DSN: dsn }) });
  const logged: string[] = [];
  const log = createLog({ level: 'info', write: (line) => logged.push(line) });
  const app = createHttpApp({ config, log, metrics: createMetrics(), headers: createHeaderPolicy(config).of('api') });
  await mountRateLimits(app, { redis: undefined, perMinute: config.requestsPerMinute, log });
  await mountErrorTunnel(app, { config, log, safeFetch });
  const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/s_tunnel',
      headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
      payload,
    });
  return { send, logged };
}

const envelope = (dsn: unknown, items = '{"type":"event"}\n{"message":"boom"}\n') =>
  `${JSON.stringify({ dsn })}\n${items}`;

test.each(['text/plain;charset=UTF-8', 'application/x-sentry-envelope', 'application/octet-stream'])(
  'forwards an envelope sent as %s byte for byte, with its own headers',
  async (contentType) => {
    const { dsn, received } = await startCollector();
    const { send } = await startTunnel(dsn);
    const recording = gzipSync('a replay, compressed');
    const bytes = Buffer.concat([
      Buffer.from(envelope(dsn, `{"type":"replay_recording","length":${recording.length}}\n`)),
      recording,
    ]);
    const headers = { cookie: 'a=1', authorization: 'Bearer x', origin: 'https://play.example' };
    const response = await send(bytes, { ...headers, 'content-type': contentType, 'sec-fetch-site': 'same-origin' });
    expect([response.statusCode, response.body]).toEqual([200, '']);
    expect(received).toHaveLength(1);
    expect(received[0]?.url).toBe('/api/42/envelope/?sentry_version=7&sentry_key=key');
    expect(received[0]?.body.equals(bytes)).toBe(true);
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/x-sentry-envelope' });
    expect(Object.keys(received[0]?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/cookie|authorization|origin/)]),
    );
  },
);

test('rejects an envelope for any other destination', async () => {
  const { dsn, received } = await startCollector();
  const { send, logged } = await startTunnel(dsn);
  const { host, port } = new URL(dsn);
  for (const other of [
    'https://key@evil.example/42',
    dsn.replace('http:', 'https:'),
    dsn.replace('key@', 'other@'),
    dsn.replace('/42', '/43'),
    dsn.replace('/42', '/42/../43'),
    dsn.replace(`:${port}`, ':1'),
    `http://key@${host}@evil.example/42`,
    `http://key@${host}.evil.example/42`,
    `http://key@evil.example/42?x=${host}`,
    'no address',
    '',
  ]) {
    const response = await send(envelope(other));
    expect([other, response.statusCode, response.json().Code]).toEqual([other, 403, 'Forbidden']);
  }
  expect(received).toEqual([]);
  expect(logged.join()).not.toContain('evil.example');
});

test('rejects requests that another site makes a browser send', async () => {
  const { dsn, received } = await startCollector();
  const { send } = await startTunnel(dsn);
  expect((await send(envelope(dsn), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await send(envelope(dsn), { 'sec-fetch-site': 'same-site' })).statusCode).toBe(403);
  expect(received).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['one line without an end', '{"dsn":"http://key@127.0.0.1/42"}'],
  ['a first line that is not JSON', 'hello\n{}\n'],
  ['a first line that is not an object', '[]\n{}\n'],
  ['null', 'null\n{}\n'],
  ['a header without a DSN', '{}\n{"type":"event"}\n{}\n'],
  ['a DSN that is not a string', envelope({ host: 'x' })],
  ['a header that is too long', envelope(`http://key@127.0.0.1/${'4'.repeat(9000)}`)],
])('rejects %s as malformed', async (_, payload) => {
  const { dsn, received } = await startCollector();
  const { send } = await startTunnel(dsn);
  const response = await send(payload);
  expect([response.statusCode, response.json().Code]).toEqual([400, 'MalformedBody']);
  expect(received).toEqual([]);
});

test('accepts at most 200 kB, and no other content type', async () => {
  const { dsn, received } = await startCollector();
  const { send } = await startTunnel(dsn);
  const start = envelope(dsn, '{"type":"event"}\n');
  const largest = start + 'x'.repeat(200_000 - start.length);
  expect((await send(largest)).statusCode).toBe(200);
  const tooLarge = await send(`${largest}x`);
  expect([tooLarge.statusCode, tooLarge.json().Code]).toEqual([413, 'BodyTooLarge']);
  const json = await send(envelope(dsn), { 'content-type': 'application/json' });
  expect([json.statusCode, json.json().Code]).toEqual([415, 'UnsupportedMediaType']);
  expect(received).toHaveLength(1);
});

test("follows no redirect and doesn't reveal it", async () => {
  let followed = 0;
  const { dsn, received } = await startCollector((response) => {
    followed += 1;
    response.writeHead(307, { location: '/elsewhere' }).end('see elsewhere');
  });
  const { send, logged } = await startTunnel(dsn);
  const response = await send(envelope(dsn));
  expect([response.statusCode, response.body, response.headers.location]).toEqual([202, '', undefined]);
  expect([followed, received.length]).toEqual([1, 1]);
  expect(logged.join()).toContain('"status":307');
});

test('answers 202 if the collector is down or fails, and logs it', async () => {
  const { dsn } = await startCollector((response) => response.writeHead(500).end('secret stack'));
  const { send, logged } = await startTunnel(dsn);
  const failed = await send(envelope(dsn));
  expect([failed.statusCode, failed.body]).toEqual([202, '']);
  expect(logged.join()).toContain('rejected a report');
  collector?.close();
  collector?.closeAllConnections();
  const down = await send(envelope(dsn));
  expect([down.statusCode, down.body]).toEqual([202, '']);
  expect(logged.join()).toContain('is unreachable');
});

test('forwards how long a browser should wait', async () => {
  const { dsn } = await startCollector((response) =>
    response
      .writeHead(429, { 'retry-after': '60', 'x-sentry-rate-limits': '60:error:organization', 'x-other': 'no' })
      .end('slow down'),
  );
  const { send } = await startTunnel(dsn);
  const response = await send(envelope(dsn));
  expect([response.statusCode, response.body]).toEqual([429, '']);
  expect(response.headers).toMatchObject({ 'retry-after': '60', 'x-sentry-rate-limits': '60:error:organization' });
  expect(response.headers['x-other']).toBeUndefined();
});

test('accepts at most 32 concurrent reports', async () => {
  const waiting: ServerResponse[] = [];
  const { dsn } = await startCollector((response) => waiting.push(response));
  const { send } = await startTunnel(dsn);
  const first = Array.from({ length: 32 }, () => send(envelope(dsn)));
  await expect.poll(() => waiting.length).toBe(32);
  const refused = await send(envelope(dsn));
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  for (const response of waiting) response.end();
  expect((await Promise.all(first)).map(({ statusCode }) => statusCode)).toEqual(Array(32).fill(200));
});

test('has its own limit for each caller', async () => {
  const { dsn } = await startCollector();
  const { send } = await startTunnel(dsn);
  const statuses: number[] = [];
  for (let count = 0; count <= 120; count += 1) statuses.push((await send('malformed')).statusCode);
  expect(statuses.indexOf(429)).toBe(120);
});

test("doesn't exist without a destination", async () => {
  const { send } = await startTunnel(undefined);
  const response = await send(envelope('https://key@errors.example/42'));
  expect([response.statusCode, response.json().Code]).toEqual([404, 'CallNotAvailable']);
});

test.each(['https://errors.example/42', 'https://key@errors.example/', 'https://key@errors.example/project'])(
  'does not start with %s as the DSN',
  async (dsn) => {
    await expect(startTunnel(dsn)).rejects.toThrow(/ERROR_DSN isn't a DSN: use one such as/);
  },
);
