// Thousands of malformed requests to every declared call over a real connection: each gets a 4xx with a code, nothing
// crashes, and memory doesn't grow.
import { request as httpRequest, Agent } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import { problems } from '#model/problem.ts';
import type { Route } from '#model/route.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let token: string;
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

beforeAll(async () => {
  server = await createTestApp({ env: { REQUESTS_PER_MINUTE: '9999999', TRUSTED_PROXIES: '1' } });
  await buildGames(server.database, ['gem-miner']);
  token = (await server.sessions.begin(await buildAccount(server.database))).token;
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  agent.destroy();
  await server[Symbol.asyncDispose]();
});

interface Attempt {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

const calls = Object.values<Readonly<Record<string, Route>>>(api).flatMap((area) => Object.values(area));

test('malformed requests by the thousand', { timeout: 180_000 }, async () => {
  const random = generator(20_261_115);
  const answers = new Map<string, number>();
  const faults: string[] = [];
  const run = async (count: number): Promise<void> => {
    const attempts = Array.from({ length: count }, () => attempt(pick(calls, random), random));
    const queue = attempts[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (const each of queue) {
          const { status, code } = await send(each);
          answers.set(`${status} ${code}`, (answers.get(`${status} ${code}`) ?? 0) + 1);
          if (status < 400 || status > 499 || !(code in problems))
            faults.push(`${status} ${code}: ${JSON.stringify(describe(each))}`);
        }
      }),
    );
  };
  const [first, more] = [chooseDrillSize(400, 2000), chooseDrillSize(800, 8000)];
  await run(first);
  const before = heapAfterCollection();
  await run(more);
  server.logged.length = 0;
  const grownMb = (heapAfterCollection() - before) / 1024 / 1024;
  expect(faults.slice(0, 5)).toEqual([]);
  expect([...answers.values()].reduce((sum, count) => sum + count, 0)).toBe(first + more);
  expect(answers.size, 'kinds of answers').toBeGreaterThan(7);
  expect(answers.has('429 TooManyRequests')).toBe(false);
  expect(grownMb).toBeLessThan(16);
  expect((await server.app.inject('/readyz')).statusCode).toBe(200);
});

test('bytes that are not HTTP', async () => {
  const random = generator(7);
  for (let count = 0; count < 300; count += 1) {
    const noise = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 200) }, () => Math.floor(random() * 256)));
    const answer = await sendBytes(Buffer.concat([noise, Buffer.from('\r\n\r\n')]));
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  }
  expect((await server.app.inject('/readyz')).statusCode).toBe(200);
});

function attempt(call: Route, random: () => number): Attempt {
  const isForm = call.bodyType === 'form';
  const made: Attempt = {
    method: call.method,
    path: apiBase + call.path.replaceAll(/\{\w+\}/g, 'gem-miner'),
    headers: {
      // Many callers, so that no rate limit responds instead.
      'x-forwarded-for': `203.0.113.${Math.floor(random() * 250)}`,
      ...(call.method === 'POST' && {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...(!call.access.includes('anyone') && { authorization: `Bearer ${token}` }),
    },
  };
  const body = pick(badBodies, random);
  const wrongs: (() => void)[] = [
    () => (made.method = pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS'], random)),
    () => (made.path += pick(['/extra', '%zz', '/%00', '/../..', '/..%2f..%2f', `/${'x'.repeat(700)}`], random)),
    () =>
      (made.path = made.path.replace('/api/v1', pick(['/api/V1', '/api', '/api/v2', '//api/v1', '/api/v1/'], random))),
  ];
  if (!call.access.includes('anyone')) {
    wrongs.push(() => (made.headers['authorization'] = pick(badTokens, random)));
  }
  if (call.query && Object.keys(call.query.properties).length > 0) {
    wrongs.push(
      () => (made.path += pick(['?Unknown=1', '?__proto__=1', '?%ff=%ff', `?${'a=1&'.repeat(200)}`, '?x=%00'], random)),
    );
  }
  if (call.body && !isForm) {
    wrongs.push(
      () => (made.body = body(call, random)),
      () => (made.body = body(call, random)),
      () => (made.body = body(call, random)),
      () => {
        made.headers['content-type'] = pick(
          ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/json2', ','],
          random,
        );
        made.body = Buffer.from('{}');
      },
      () => {
        made.headers['content-encoding'] = pick(['gzip', 'br', 'x'], random);
        made.body = Buffer.from('{}');
      },
    );
  }
  pick(wrongs, random)();
  return made;
}

const badTokens = [
  '',
  'Bearer',
  'Bearer x',
  `Bearer fxs_${'A'.repeat(43)}`,
  `bearer fxs_${'A'.repeat(43)}`,
  'Basic eDp5',
  `Bearer ${'y'.repeat(5000)}`,
  'Bearer fxs_%00',
];

const badValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  0.5,
  '',
  'x'.repeat(210_000),
  '\u0000',
  '\ud800',
  [],
  {},
  [[]],
  { a: { b: 1 } },
  ['x'],
  '\u202e',
  "'; drop table accounts; --",
  '{{7*7}}',
  '../../etc/passwd',
];

const badBodies: readonly ((call: Route, random: () => number) => Buffer)[] = [
  () => Buffer.from('{'),
  () => Buffer.from('nonsense'),
  () => Buffer.from('[]'),
  () => Buffer.from('"text"'),
  () => Buffer.from('null x'),
  () => Buffer.from('{"a":1e999999}'),
  () => Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
  () => Buffer.from('['.repeat(5000)),
  () => Buffer.from('{"a":'.repeat(50) + '1' + '}'.repeat(50)),
  () => Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`k${index}`, 1])))),
  () => Buffer.from('{"__proto__":{"admin":true}}'),
  () => Buffer.from('{"constructor":{"prototype":{}}}'),
  () => Buffer.from('{"Unknown":1}'),
  () => Buffer.from(`{"Locale":"${'x'.repeat(2_000_000)}"}`),
  (call, random) => {
    const names = Object.keys(call.body?.properties ?? {});
    const fields = names.map((name) => [name, pick(badValues, random)]);
    return Buffer.from(JSON.stringify({ ...Object.fromEntries(fields), Unknown: pick(badValues, random) }));
  },
];

function send({ method, path, headers, body }: Attempt): Promise<{ status: number; code: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, 'content-length': body?.length ?? 0 },
        agent,
        timeout: 60_000,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, code: codeOf(text) });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer within 20 s: ${method} ${path.slice(0, 100)}`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { Code?: string }).Code ?? 'none';
  } catch (error) {
    return `no JSON: ${String(error).slice(0, 40)}`;
  }
}

function sendBytes(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let answer = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error('No answer within a minute.')));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    );
  });
}

const describe = ({ method, path, headers, body }: Attempt) => ({
  method,
  path: path.slice(0, 120),
  headers,
  body: body?.toString('latin1').slice(0, 200),
});

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function pick<T>(values: readonly T[], random: () => number): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** The same numbers on every machine (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
