import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ProviderManifest } from '#payments/port.ts';
import { readConfig } from '#server/config.ts';
import { buildGamesApp, type GamesAppDeps } from '#server/games-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { buildCheckoutAddress } from './checkout-address.ts';
import { providersWithAdapters, paymentOptions } from './payment-options.ts';

const config = readConfig({
  NODE_ENV: 'test',
  PUBLIC_URL: 'https://play.example/path',
  GAMES_URL: 'https://{game}.games.example',
});
const policy = createHeaderPolicy(config);

async function gamesApp(changes: Partial<GamesAppDeps> = {}) {
  const folder = createTemporaryFolder();
  for (const name of ['checkout', 'gem-miner']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.html'), `the game ${name}`);
  }
  const program = createTemporaryFolder();
  await writeFile(join(program, 'checkout-Ab_1-9.js'), 'the program');
  await writeFile(join(program, 'adapter.browser-Zz.js'), 'a half');
  await writeFile(join(program, 'secret.txt'), 'not a program');
  const app = await buildGamesApp({
    config,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    policy,
    folders: [folder],
    checkout: { folder: program },
    ...changes,
  });
  return (path: string, host = 'checkout.games.example') => app.inject({ url: path, headers: { host } });
}

const sourcesOf = (policyText: unknown, directive: string): string[] =>
  String(policyText)
    .split('; ')
    .find((each) => each.startsWith(`${directive} `))
    ?.split(' ')
    .slice(1) ?? [];

test("the frame has its own origin among the games' origins", () => {
  expect(buildCheckoutAddress('http://{game}.localhost:8081').href).toBe('http://checkout.localhost:8081/');
});

test.each(providersWithAdapters.map(({ folder, manifest }) => [folder, manifest] as const))(
  "the page for %s loads that provider's origins and our own script, and only the portal may frame it",
  async (folder, { reaches = {} }: ProviderManifest) => {
    const get = await gamesApp();
    const { statusCode, headers, body } = await get(`/?provider=${folder}`);
    expect(statusCode).toBe(200);
    const csp = headers['content-security-policy'];
    expect(sourcesOf(csp, 'default-src')).toEqual(["'none'"]);
    expect(sourcesOf(csp, 'script-src')).toEqual(["'self'", ...(reaches.script ?? [])]);
    expect(sourcesOf(csp, 'style-src')).toEqual(reaches.style ?? []);
    expect(sourcesOf(csp, 'img-src')).toEqual(reaches.image ?? []);
    expect(sourcesOf(csp, 'frame-src')).toEqual(reaches.frame ?? []);
    expect(sourcesOf(csp, 'connect-src')).toEqual(reaches.connect ?? []);
    expect(sourcesOf(csp, 'frame-ancestors')).toEqual(['https://play.example']);
    expect(sourcesOf(csp, 'form-action')).toEqual(["'none'"]);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['permissions-policy']).toContain('payment=*');
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain(`data-provider="${folder}" data-portal-origin="https://play.example"`);
    expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/assets/checkout-Ab_1-9.js">']);
  },
);

test('in development it also reaches the simulators', async () => {
  const get = await gamesApp();
  const program = createTemporaryFolder();
  await writeFile(join(program, 'checkout-1.js'), 'the program');
  const lab = await gamesApp({ checkout: { folder: program, simulatorOrigin: 'http://localhost:8080' } });
  const [provider = ''] = providersWithAdapters.map(({ folder }) => folder);
  for (const directive of ['script-src', 'frame-src', 'connect-src', 'img-src', 'style-src']) {
    const [real, simulated] = await Promise.all([get(`/?provider=${provider}`), lab(`/?provider=${provider}`)]);
    expect(sourcesOf(real.headers['content-security-policy'], directive)).not.toContain('http://localhost:8080');
    expect(sourcesOf(simulated.headers['content-security-policy'], directive)).toContain('http://localhost:8080');
  }
});

test('pages may be framed only by the origins that operators list', async () => {
  const program = createTemporaryFolder();
  await writeFile(join(program, 'checkout-1.js'), 'the program');
  const readPageOrigins = async () => ['https://pay.example'];
  const get = await gamesApp({ checkout: { folder: program, readPageOrigins } });
  const [provider] = providersWithAdapters;
  const { headers } = await get(`/?provider=${provider?.folder}`);
  const csp = headers['content-security-policy'];
  expect(sourcesOf(csp, 'frame-src')).toEqual([...(provider?.manifest.reaches?.frame ?? []), 'https://pay.example']);
  for (const directive of ['script-src', 'connect-src', 'img-src', 'style-src'])
    expect(sourcesOf(csp, directive)).not.toContain('https://pay.example');
});

test.each([
  '',
  '?provider=',
  '?provider=nobody',
  '?provider=__proto__',
  '?provider=%3Cscript%3E',
  '?provider=../server',
])('there is no page for /%s', async (query) => {
  const get = await gamesApp();
  const { statusCode, body } = await get(`/${query}`);
  expect(statusCode).toBe(400);
  expect(body).toContain('InvalidRequest');
});

test("the page's scripts are cached forever for this host only, and nothing else is served", async () => {
  const get = await gamesApp();
  const { statusCode, headers, body } = await get('/assets/adapter.browser-Zz.js');
  expect([statusCode, body]).toEqual([200, 'a half']);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  for (const path of [
    '/assets/secret.txt',
    '/assets/',
    '/assets/../index.html',
    '/checkout-Ab_1-9.js',
    '/index.html',
    '//',
    '/assets/assets/checkout-Ab_1-9.js',
  ])
    expect((await get(path)).statusCode, path).toBe(404);
});

test('files of another build are found among those that all nodes publish', async () => {
  const folder = createTemporaryFolder();
  await writeFile(join(folder, 'checkout-Ab_1-9.js'), 'the program');
  const asked: string[] = [];
  const findAsset = async (name: string) => {
    asked.push(name);
    return name === 'checkout/checkout-Cd_2-8.js'
      ? { encoding: 'identity', bytes: Buffer.from('of another build') }
      : undefined;
  };
  const get = await gamesApp({ checkout: { folder, findAsset } });
  const { statusCode, headers, body } = await get('/assets/checkout-Cd_2-8.js');
  expect([statusCode, body]).toEqual([200, 'of another build']);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'content-type': 'text/javascript; charset=utf-8',
  });
  const missing = await get('/assets/checkout-none.js');
  expect(missing.statusCode).toBe(404);
  expect(missing.headers['cache-control'] ?? '').not.toContain('immutable');
  expect(asked).toEqual(['checkout/checkout-Cd_2-8.js', 'checkout/checkout-none.js']);
});

test('this host serves no game, and no other host serves the page', async () => {
  const get = await gamesApp();
  const [provider = ''] = providersWithAdapters.map(({ folder }) => folder);
  expect((await get(`/?provider=${provider}`)).body).not.toContain('the game');
  expect((await get(`/?provider=${provider}`, 'gem-miner.games.example')).body).toBe('the game gem-miner');
  for (const host of ['games.example', 'checkout.example', 'checkout.games.example.evil.example'])
    expect((await get(`/?provider=${provider}`, host)).statusCode, host).toBe(404);
});

test('without the built checkout the host serves nothing, and a missing build is reported', async () => {
  const folder = createTemporaryFolder();
  await mkdir(join(folder, 'checkout'));
  await writeFile(join(folder, 'checkout', 'index.html'), 'a game');
  const parts = { config, log: createLog({ level: 'silent' }), metrics: createMetrics(), policy, folders: [folder] };
  const bare = await buildGamesApp(parts);
  const { statusCode } = await bare.inject({ url: '/', headers: { host: 'checkout.games.example' } });
  expect(statusCode).toBe(404);
  const missing = buildGamesApp({ ...parts, checkout: { folder: join(folder, 'nowhere') } });
  await expect(missing).rejects.toThrow('npm run build');
});

test('pages know the providers by name, and may delegate payment to the frame', () => {
  expect(
    Object.values(paymentOptions)
      .map(({ folder }) => folder)
      .toSorted(),
  ).toEqual(providersWithAdapters.map(({ folder }) => folder).toSorted());
  expect(policy.page({ nonce: 'n' })['permissions-policy']).toContain(
    'payment=(self "https://checkout.games.example")',
  );
});
