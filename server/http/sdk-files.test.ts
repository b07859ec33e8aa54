import { mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { createHeaderPolicy } from './headers.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { mountSdkFiles } from './sdk-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'fxid-sdk-files-'));
const script = 'var FxId = {};'.repeat(50);
const packed = gzipSync('a package');
const config = readConfig({ NODE_ENV: 'test' });
const policy = createHeaderPolicy(config);
let app: FastifyInstance;

beforeAll(async () => {
  for (const version of ['v1', 'v1.5.190', 'npm']) {
    await mkdir(join(folder, version));
    await writeFile(join(folder, version, 'sdk.js'), script);
  }
  await writeFile(join(folder, 'v1', 'sdk.js.gz'), gzipSync(script));
  for (const place of ['', 'v1.5.190']) await writeFile(join(folder, place, 'fxid-sdk.tgz'), packed);
  const log = createLog({ level: 'silent', write: () => undefined });
  app = createHttpApp({ config, log, metrics: createMetrics(), headers: policy.of('game') });
  await mountSdkFiles(app, { folder, policy });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('any origin may load the SDK', async () => {
  const answer = await app.inject('/sdk/v1/sdk.js');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(script);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=3600',
  });
});

test('an exact version is cached forever', async () => {
  const { headers } = await app.inject('/sdk/v1.5.190/sdk.js');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('the compressed file is sent to clients that accept it', async () => {
  const { headers, rawPayload } = await app.inject({ url: '/sdk/v1/sdk.js', headers: { 'accept-encoding': 'gzip' } });
  expect(headers['content-encoding']).toBe('gzip');
  expect(rawPayload.length).toBeLessThan(script.length);
});

test('the npm package is public, has its own content type, and caches revalidate it', async () => {
  const answer = await app.inject('/sdk/fxid-sdk.tgz');
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload).toEqual(packed);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-length': String(packed.length),
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
  const etag = String(answer.headers['etag']);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await app.inject({ url: '/sdk/fxid-sdk.tgz', headers: { 'if-none-match': known } });
    expect([again.statusCode, again.body, again.headers['etag']], known).toEqual([304, '', etag]);
  }
  const other = await app.inject({ url: '/sdk/fxid-sdk.tgz', headers: { 'if-none-match': '"other"' } });
  expect(other.statusCode).toBe(200);
  const head = await app.inject({ method: 'HEAD', url: '/sdk/fxid-sdk.tgz' });
  expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', etag]);
});

test('the npm package of an exact version is cached forever', async () => {
  const { headers, rawPayload } = await app.inject('/sdk/v1.5.190/fxid-sdk.tgz');
  expect(rawPayload).toEqual(packed);
  expect(headers).toMatchObject({
    'content-type': 'application/gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test('nothing else of the folder is served', async () => {
  for (const url of ['/sdk/npm/sdk.js', '/sdk/v1/../npm/sdk.js', '/sdk/v1/%2e%2e/npm/sdk.js', '/sdk/v2/sdk.js']) {
    expect((await app.inject(url)).statusCode, url).not.toBe(200);
  }
});

test('a missing build is reported', async () => {
  const other = createHttpApp({
    config,
    log: createLog({ level: 'silent', write: () => undefined }),
    metrics: createMetrics(),
    headers: policy.of('game'),
  });
  await expect(mountSdkFiles(other, { folder: join(folder, 'npm'), policy })).rejects.toThrow('run npm run build');
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  await mkdir(join(unpacked, 'v1'));
  await expect(mountSdkFiles(other, { folder: unpacked, policy })).rejects.toThrow(/fxid-sdk\.tgz: run npm run build/);
});
