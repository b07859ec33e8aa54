import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Route } from '#model/route.ts';
import { readConfig } from '#server/config.ts';
import { buildGamesApp } from '#server/games-app.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { compressReplies } from './compress-replies.ts';
import { chooseEncoding } from './compress-bytes.ts';
import { createCompressedFiles } from './compressed-files.ts';
import { createHttpApp } from './create-http-app.ts';
import { createHeaderPolicy } from './headers.ts';
import { canContainSecret } from './can-contain-secret.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

const log = createLog({ level: 'silent' });
const long = 'a piece of text, '.repeat(500);
const kept = Buffer.from(JSON.stringify({ long }));

function app(): FastifyInstance {
  const made = createHttpApp({ config: readConfig({}), log, metrics: createMetrics(), headers: {} });
  compressReplies(made);
  made.get('/page', (_, reply) => reply.type('text/html; charset=utf-8').send(long));
  made.get('/json', () => ({ long }));
  made.get('/kept', (_, reply) => reply.type('application/json; charset=utf-8').send(kept));
  made.get('/short', () => ({ short: 'x'.repeat(900) }));
  made.get('/picture', (_, reply) => reply.type('image/png').send(Buffer.from(long)));
  made.get('/packed', (_, reply) => reply.type('text/plain').header('content-encoding', 'gzip').send(kept));
  made.get('/as-it-is', (_, reply) => reply.type('text/plain').header('cache-control', 'no-transform').send(long));
  made.get('/token', { config: { containsSecret: true } }, () => ({ Token: 'fxs_', long }));
  made.get('/by-origin', (_, reply) => reply.header('vary', 'origin').type('text/plain').send(long));
  return made;
}

const ask = async (path: string, accepted: string | undefined = 'gzip, deflate, br, zstd') => {
  const { headers, rawPayload } = await app().inject({
    url: path,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  });
  return { headers, rawPayload, encoding: headers['content-encoding'], vary: headers.vary };
};

describe('an answer', () => {
  test.each(['/page', '/json', '/kept'])('at %s is compressed as the caller accepts it', async (path) => {
    const [plain, br, gz] = await Promise.all([ask(path, 'identity'), ask(path), ask(path, 'gzip')]);
    expect([plain.encoding, br.encoding, gz.encoding]).toEqual([undefined, 'br', 'gzip']);
    expect([plain.vary, br.vary, gz.vary]).toEqual(Array.from({ length: 3 }, () => 'accept-encoding'));
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gz.rawPayload).equals(plain.rawPayload)).toBe(true);
    for (const { headers, rawPayload } of [plain, br, gz])
      expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
  });

  test.each(['/short', '/picture', '/as-it-is', '/token'])('at %s is sent uncompressed', async (path) => {
    expect((await ask(path)).encoding).toBeUndefined();
  });

  test('that is already compressed is not compressed twice', async () => {
    const { encoding, rawPayload } = await ask('/packed');
    expect([encoding, rawPayload.equals(kept)]).toEqual(['gzip', true]);
  });

  test('keeps its other Vary fields', async () => {
    expect((await ask('/by-origin')).vary).toBe('origin, accept-encoding');
  });

  test.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['br;q=0, gzip;q=0.0', undefined],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['GZIP, Br', 'br'],
    ['zstd, deflate', undefined],
  ])('for %j is encoded as %s', (accepted, encoding) => {
    expect(chooseEncoding(accepted)).toBe(encoding);
  });
});

test('no call of the contract that returns a token is compressed', () => {
  const calls = Object.entries(api).flatMap(([area, each]) =>
    (Object.entries(each) as [string, Route][]).map(([name, { reply }]) => ({ call: `${area}.${name}`, reply })),
  );
  const secret = calls.filter(({ reply }) => reply && canContainSecret(reply)).map(({ call }) => call);
  expect(secret).toEqual(expect.arrayContaining(['auth.authenticateFromEmailInvite', 'invite.emailInvite']));
  const told = calls.filter(({ reply }) => JSON.stringify(reply ?? {}).match(/"\w*(Token|Jwt|Secret)"/));
  expect(told.map(({ call }) => call).filter((call) => !secret.includes(call))).toEqual([]);
  // Large public replies are compressed.
  for (const call of ['games.list', 'games.listWithConfigs', 'games.publicConfig']) expect(secret).not.toContain(call);
});

describe('files of games', () => {
  const config = readConfig({ NODE_ENV: 'test', GAMES_URL: 'https://{game}.games.example' });

  async function game(files: Readonly<Record<string, string | Buffer>>) {
    const folder = createTemporaryFolder();
    const place = (name: string): string => join(folder, 'miner', name);
    await mkdir(join(folder, 'miner'));
    for (const [name, bytes] of Object.entries(files)) await writeFile(place(name), bytes);
    const games = await buildGamesApp({
      config,
      log,
      metrics: createMetrics(),
      policy: createHeaderPolicy(config),
      folders: [folder],
    });
    const get = (path: string, headers: Record<string, string> = {}) =>
      games.inject({
        url: path,
        headers: { host: 'miner.games.example', 'accept-encoding': 'br, gzip', ...headers },
      });
    return { get, place };
  }

  test('are compressed once, and again when they change', async () => {
    const { get, place } = await game({ 'code.js': long, 'page.html': `<p>${long}` });
    for (const path of ['/code.js', '/code.js', '/page.html']) {
      const { headers, rawPayload } = await get(path);
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(rawPayload.length) });
      expect(headers.vary).toBe('accept-encoding');
      expect(brotliDecompressSync(rawPayload).toString()).toContain(long);
    }
    await writeFile(place('code.js'), `${long} changed`);
    await utimes(place('code.js'), 2_000_000_000, 2_000_000_000);
    expect(brotliDecompressSync((await get('/code.js')).rawPayload).toString()).toBe(`${long} changed`);
  });

  test('are not resent to clients that have them; ranges are sent uncompressed', async () => {
    const { get } = await game({ 'code.js': long });
    const { etag = '' } = (await get('/code.js')).headers;
    expect((await get('/code.js', { 'if-none-match': etag })).statusCode).toBe(304);
    const part = await get('/code.js', { range: 'bytes=0-6' });
    expect([part.statusCode, part.body, part.headers['content-encoding']]).toEqual([206, 'a piece', undefined]);
  });

  test('that are large are sent uncompressed at first, and compressed afterwards', async () => {
    const { get } = await game({ 'm.wasm': long.repeat(200) });
    const first = await get('/m.wasm');
    expect([first.headers['content-encoding'], first.body.length]).toEqual([undefined, long.length * 200]);
    const later = await eventually(async () => {
      const answer = await get('/m.wasm');
      return answer.headers['content-encoding'] === 'br' && answer;
    });
    expect(brotliDecompressSync(later.rawPayload).toString()).toBe(long.repeat(200));
  });

  test("that don't become smaller are sent unchanged", async () => {
    const noise = randomBytes(50_000);
    const { get } = await game({ 'm.data': noise });
    for (let count = 0; count < 2; count += 1) {
      const { headers, rawPayload } = await get('/m.data');
      expect([headers['content-encoding'], rawPayload.equals(noise)]).toEqual([undefined, true]);
    }
  });

  test('are cached up to a limit, the last requested ones', async () => {
    const files = createCompressedFiles({ capacityBytes: 2000 });
    const bytes = Buffer.from(randomBytes(750).toString('hex'));
    for (const key of ['a', 'b', 'c']) await files.add(key, bytes, 'gzip');
    const has = (key: string): boolean => files.find(key) !== undefined;
    expect([has('a'), has('b'), has('c')]).toEqual([false, true, true]);
    has('b');
    await files.add('d', bytes, 'gzip');
    expect([has('b'), has('c'), has('d')]).toEqual([true, false, true]);
  });
});

test('nothing is compressed if the operator turned it off', async () => {
  const config = readConfig({ NODE_ENV: 'test', COMPRESS: 'off' });
  const folder = createTemporaryFolder();
  await mkdir(join(folder, 'miner'));
  await writeFile(join(folder, 'miner', 'code.js'), long);
  const games = await buildGamesApp({
    config,
    log,
    metrics: createMetrics(),
    policy: createHeaderPolicy(config),
    folders: [folder],
  });
  const { headers } = await games.inject({
    url: '/code.js',
    headers: { host: 'miner.localhost', 'accept-encoding': 'br' },
  });
  expect(headers['content-encoding']).toBeUndefined();
});
