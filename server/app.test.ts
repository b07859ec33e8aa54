import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
import { defaultPortalConfig } from '#server/features/portal/default-portal-config.ts';
import { buildAccount, buildDocument, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let token: string;
let port: number;
let folder: string;

beforeAll(async () => {
  const portalFolder = await mkdtemp(join(tmpdir(), 'fxid-portal-'));
  await mkdir(join(portalFolder, 'assets'));
  await writeFile(
    join(portalFolder, 'index.html'),
    '<!doctype html><html lang="%LANG%" dir="%DIR%"><link rel="icon" type="image/svg+xml" href="./assets/mark.svg" /><noscript>%TEXT_NOSCRIPT%</noscript><script nonce="%NONCE%">window.fxidConfig = %RUNTIME_CONFIG%;</script><script type="module" src="./assets/a-1.js" nonce="%NONCE%"></script>',
  );
  for (const name of ['service-worker.js', 'push-worker.js'])
    await writeFile(join(portalFolder, name), 'self.skipWaiting();');
  const pageTexts = Object.fromEntries(
    locales.map((locale) => [locale, { '%TEXT_NOSCRIPT%': `no script <${locale}>` }]),
  );
  await writeFile(join(portalFolder, 'page-texts.json'), JSON.stringify(pageTexts));
  await writeFile(join(portalFolder, 'manifest.json'), '{"index.html":{"file":"assets/a-1.js"}}');
  await writeFile(join(portalFolder, 'favicon.ico'), 'an icon');
  // Rendering is tested in features/pages/.
  await mkdir(join(portalFolder, 'server'));
  await writeFile(
    join(portalFolder, 'server/entry.js'),
    "export const findPublicAddress = () => undefined; export const renderPage = () => Promise.reject(new Error('Nothing is rendered.'));",
  );
  await writeFile(join(portalFolder, 'assets/a-1.js'), 'export {};'.repeat(50));
  await writeFile(join(portalFolder, 'assets/a-1.js.br'), 'brotli bytes');
  folder = portalFolder;
  server = await createTestApp({ portalFolder });
  await buildGames(server.database, ['gem-miner']);
  await buildDocument(server.database, 1);
  await buildDocument(server.database, 1, { type: 'PP' });
  const notices = server.database.kysely.updateTable('documents').where('type', '=', 'PP');
  await notices.set({ need_user_acceptance: false }).execute();
  token = (await server.sessions.begin(await buildAccount(server.database))).token;
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const post = (url: string, options: { payload?: string | Buffer; headers?: Record<string, string> } = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...options.headers },
    payload: options.payload ?? '{}',
  });

describe('a problem', () => {
  test("is a problem details reply with the product's fields and the request id", async () => {
    const response = await post('/api/v1/games/list', { payload: '{"Locale":"xx"}' });
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.json()).toEqual({
      type: 'urn:fxid:problem:InvalidRequest',
      title: 'Invalid request',
      status: 400,
      detail: expect.stringContaining('Locale'),
      instance: '/api/v1/games/list',
      Code: 'InvalidRequest',
      Message: expect.stringContaining('Locale'),
      RequestId: response.headers['x-request-id'],
      Fields: { Locale: expect.any(String) },
    });
  });

  test.each<[string, number, string, Parameters<typeof post>]>([
    ['text that is not JSON', 400, 'MalformedBody', ['/api/v1/games/list', { payload: '{' }]],
    ['an empty text declared as JSON', 400, 'MalformedBody', ['/api/v1/games/list', { payload: ' ' }]],
    [
      'bytes that are no UTF-8',
      400,
      'MalformedBody',
      ['/api/v1/games/list', { payload: Buffer.from([0x22, 0xff, 0x22]) }],
    ],
    ['a body that is not an object', 400, 'InvalidRequest', ['/api/v1/games/list', { payload: '[]' }]],
    ['a field that is not declared', 400, 'InvalidRequest', ['/api/v1/games/list', { payload: '{"Extra":1}' }]],
    [
      'a name that reaches for prototypes',
      400,
      'InvalidRequest',
      ['/api/v1/games/list', { payload: '{"__proto__":{"Locale":"en"}}' }],
    ],
    ['a null character', 400, 'InvalidText', ['/api/v1/games/list', { payload: '{"Locale":"\\u0000"}' }]],
    ['half a character', 400, 'InvalidText', ['/api/v1/games/list', { payload: '{"Locale":"\\ud800"}' }]],
    ['a body too deep', 400, 'TooDeep', ['/api/v1/games/list', { payload: '['.repeat(40) + ']'.repeat(40) }]],
    [
      'a body too large',
      413,
      'BodyTooLarge',
      ['/api/v1/games/list', { payload: `{"Locale":"${'x'.repeat(300_000)}"}` }],
    ],
    [
      'another content type',
      415,
      'UnsupportedMediaType',
      ['/api/v1/games/list', { headers: { 'content-type': 'text/plain' } }],
    ],
    [
      'a form where JSON is taken',
      415,
      'UnsupportedMediaType',
      [
        '/api/v1/games/list',
        { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'Locale=en' },
      ],
    ],
    ['JSON where a form is taken', 415, 'UnsupportedMediaType', ['/api/v1/wizq/proxyRequestHandler/gem-miner', {}]],
    [
      'a compressed body',
      415,
      'UnsupportedMediaType',
      ['/api/v1/games/list', { headers: { 'content-encoding': 'gzip' } }],
    ],
    [
      'a form with a name twice',
      400,
      'MalformedBody',
      [
        '/api/v1/wizq/proxyRequestHandler/gem-miner',
        { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'JsonData=1&JsonData=2' },
      ],
    ],
    ['a call that needs a player', 401, 'Unauthenticated', ['/api/v1/profile', {}]],
    ['a call that needs a game', 401, 'Unauthenticated', ['/api/v1/deliveries/acknowledge', {}]],
    ['an address that is not there', 404, 'NotFound', ['/api/v1/nothing', {}]],
  ])('answers %s with %i %s', async (_, status, code, [url, options]) => {
    const response = await post(url, options);
    expect([response.statusCode, response.json().Code]).toEqual([status, code]);
  });

  test('lists the methods that an address supports', async () => {
    const response = await server.app.inject({ method: 'DELETE', url: '/api/v1/games/list' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('POST');
    expect(response.json().Code).toBe('MethodNotAllowed');
  });

  test('of our own code hides its text from the reply, and is logged with the request id', async () => {
    const broken = await createTestApp();
    await broken.database.kysely.schema.dropTable('player_statuses').execute();
    await broken.database.kysely.schema.alterTable('games').renameColumn('config', 'renamed').execute();
    const response = await broken.app.inject({ method: 'POST', url: '/api/v1/games/list' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ Code: 'Unexpected', detail: expect.not.stringContaining('column') });
    const line = broken.logged.find((each) => each.includes('"level":"error"'));
    expect(line).toContain(response.json().RequestId);
    expect(line).toContain('config');
    await broken[Symbol.asyncDispose]();
  });
});

describe('headers', () => {
  const always = [
    'x-content-type-options',
    'content-security-policy',
    'permissions-policy',
    'referrer-policy',
    'cross-origin-resource-policy',
    'origin-agent-cluster',
    'x-request-id',
  ];

  test.each([
    ['an answer', 'POST', '/api/v1/games/list'],
    ['a problem', 'POST', '/api/v1/profile'],
    ['nothing there', 'GET', '/nothing/there'],
    ['a bad address', 'GET', '/%zz'],
    ['the page', 'GET', '/'],
    ['an asset', 'GET', '/assets/a-1.js'],
    ['the API page', 'GET', '/api/docs'],
    ['a probe', 'GET', '/healthz'],
  ] as const)('are on %s', async (_, method, url) => {
    const response = await server.app.inject({ method, url });
    expect(always.filter((name) => response.headers[name] === undefined)).toEqual([]);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test.each([
    ['data that is not HTTP', 'NONSENSE\r\n\r\n', 400, 'MalformedRequest'],
    ['headers too large', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`, 431, 'HeadersTooLarge'],
    [
      'an odd expectation',
      'POST / HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\ncontent-length: 0\r\n\r\n',
      417,
      'ExpectationFailed',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'MalformedRequest',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, undefined],
  ])('are also on the reply to %s', async (_, request, status, code) => {
    const answer = await raw(request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (code === undefined) return;
    expect(answer).toContain("frame-ancestors 'none'");
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toContain(`"Code":"${code}"`);
  });

  test('tell browsers in production to stay on https', async () => {
    const production = await createTestApp({ env: productionSettings });
    const response = await production.app.inject('/healthz');
    expect(response.headers['strict-transport-security']).toContain('max-age=31536000');
    await production[Symbol.asyncDispose]();
  });
});

describe('the page', () => {
  test('has a new nonce for every visit, in its policy and its scripts', async () => {
    const [one, other] = await Promise.all([server.app.inject('/'), server.app.inject('/')]);
    const nonceOf = (response: typeof one) =>
      /'nonce-([^']+)'/.exec(String(response.headers['content-security-policy']))?.[1];
    expect(one.body).toContain(`nonce="${nonceOf(one)}"`);
    expect(nonceOf(one)).not.toBe(nonceOf(other));
    expect(one.headers['cache-control']).toBe('no-cache');
  });

  test("is served at every portal address, with the portal's configuration", async () => {
    const visit = (url: string) => server.app.inject({ url, headers: { accept: 'text/html,*/*' } });
    for (const url of ['/', '/Games/gem-miner', '/profile', '/play/gem-miner/iframe/telegram', '/anything/else']) {
      const response = await visit(url);
      expect(response.statusCode, url).toBe(url === '/anything/else' ? 404 : 200);
      const [, json = ''] = /window\.fxidConfig = (.*?);<\/script>/.exec(response.body) ?? [];
      expect(JSON.parse(json), url).toMatchObject({
        routerType: 'browser',
        basePath: '/',
        portal: { CompanyBranding: { Name: 'FxId' } },
        documents: [
          { type: 'TOS', isRequired: true },
          { type: 'PP', isRequired: false },
        ],
      });
    }
    expect((await visit('/api/v1/nothing')).statusCode).toBe(404);
    expect((await visit('/assets/nothing.js')).statusCode).toBe(404);
    expect((await server.app.inject({ url: '/Games', headers: { accept: 'application/json' } })).statusCode).toBe(404);
  });

  test('escapes everything that operators configure', async () => {
    const config = {
      CompanyBranding: {
        Name: '</script><script>alert(1)</script>',
        ShortName: 'x',
        HeaderType: 'Full',
        AuthProviders: [],
      },
    };
    const own = await createTestApp({ portalFolder: folder });
    await own.database.kysely
      .insertInto('portal')
      .values({ config: JSON.stringify(config) })
      .execute();
    const response = await own.app.inject({ url: '/', headers: { accept: 'text/html' } });
    expect(response.body).not.toContain('<script>alert');
    expect(response.body).toContain('\\u003c/script>');
    await own[Symbol.asyncDispose]();
  });

  test('frames the pages that operators have listed, for the portal and for a game', async () => {
    await using own = await createTestApp({ portalFolder: folder });
    await buildGames(own.database, ['gem-miner']);
    const config = JSON.stringify({ ...defaultPortalConfig, FrameOrigins: ['https://law.example'] });
    await own.database.kysely
      .insertInto('portal')
      .values({ config })
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ config }))
      .execute();
    await changeGame(own.database, 'gem-miner', (game) => ({ ...game, FrameOrigins: ['https://wiki.example'] }));
    const { headers } = await own.app.inject({ url: '/', headers: { accept: 'text/html' } });
    const frames = /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]?.split(' ');
    expect(frames).toEqual(expect.arrayContaining(['https://law.example', 'https://wiki.example']));
    expect(frames).not.toContain("'self'");
  });

  test.each([
    '/LoginWithTempToken?token=x',
    '/LoginValidateEmail?inviteToken=x',
    '/LoginFromGame/gem-miner/x',
    '/UndoSignInChange?token=x',
  ])('keeps the token of %s from referrers', async (url) => {
    const response = await server.app.inject({ url, headers: { accept: 'text/html' } });
    expect(response.headers['referrer-policy']).toBe('no-referrer');
  });

  test("starts in the browser's language, or in the one in the address", async () => {
    const visit = async (url: string, language: string) =>
      (await server.app.inject({ url, headers: { accept: 'text/html', 'accept-language': language } })).body;
    expect(await visit('/', 'fa-IR,fa;q=0.9,en;q=0.8')).toContain('<html lang="fa" dir="rtl">');
    expect(await visit('/', 'fa')).toContain('<noscript>no script &lt;fa&gt;</noscript>');
    expect(await visit('/?lang=pl', 'fa')).toContain('<html lang="pl" dir="ltr">');
    expect(await visit('/', 'tlh')).toContain('<html lang="en"');
  });

  test.each([
    ['/play/gem-miner/iframe/telegram', 'https://web.telegram.org'],
    ['/PLAYER/gem-miner/iframe/Telegram', 'https://web.telegram.org'],
    ['/gem-miner/iframe/telegram', 'https://web.telegram.org'],
    ['/iframe/telegram', 'https://web.telegram.org'],
    ['/play/gem-miner', "'none'"],
    ['/play/gem-miner/iframe/fxid', "'none'"],
    ['/play/gem-miner/iframe/nowhere', "'none'"],
    ['/play/gem-miner/iframe/toString', "'none'"],
    ['/Store/gem-miner?adapter=telegram', "'none'"],
    ['/LoginFromGame/gem-miner/iframe', "'none'"],
    ['/', "'none'"],
  ])('lets %s be framed by %s', async (url, ancestors) => {
    const response = await server.app.inject({ url, headers: { accept: 'text/html' } });
    expect(response.headers['content-security-policy']).toMatch(
      new RegExp(`frame-ancestors ${ancestors.replaceAll('.', '\\.')}(;|$)`),
    );
  });

  test('can be installed under its own name', async () => {
    const response = await server.app.inject('/manifest.webmanifest');
    expect(response.headers['content-type']).toContain('application/manifest+json');
    expect(response.json()).toMatchObject({
      name: 'FxId',
      start_url: '/',
      display: 'standalone',
      icons: [{ src: '/assets/mark.svg', sizes: 'any' }],
    });
  });

  test.each(['service-worker.js', 'push-worker.js'])('serves %s so that a new one is found at once', async (name) => {
    const response = await server.app.inject(`/${name}`);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    });
  });

  const navigation = 'GET / HTTP/1.1\r\nhost: x\r\nsec-fetch-mode: navigate\r\nconnection: close\r\n\r\n';

  test('sends a navigating browser one response, with preload hints in a header', async () => {
    const answer = await raw(navigation);
    expect(answer.match(/^HTTP\/1\.1 .*/gm)).toEqual(['HTTP/1.1 200 OK']);
    expect(answer).toMatch(/^link: .*<\/assets\/a-1\.js>; rel=modulepreload/m);
  });

  test('sends early hints if the operator has enabled them', async () => {
    await using early = await createTestApp({ portalFolder: folder, env: { EARLY_HINTS: 'on' } });
    await early.app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await raw(navigation, (early.app.server.address() as AddressInfo).port);
    expect(answer).toMatch(/^HTTP\/1\.1 103 Early Hints\r\n.*<\/assets\/a-1\.js>; rel=modulepreload/s);
    expect(answer).toContain('HTTP/1.1 200 OK');
  });

  test('sends precompressed files that may be cached forever', async () => {
    const response = await server.app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'br, gzip' } });
    expect(response.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(response.headers['content-type']).toContain('javascript');
    const plain = await server.app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  test("finds another build's files among those that all nodes publish", async () => {
    await server.database.kysely
      .insertInto('portal_assets')
      .values({ name: 'assets/b-2.js', encoding: 'br', bytes: brotliCompressSync('of another build') })
      .execute();
    const response = await server.app.inject('/assets/b-2.js?v=1');
    expect([response.statusCode, response.body]).toEqual([200, 'of another build']);
    const own = await server.app.inject('/assets/a-1.js');
    for (const name of ['cache-control', 'cross-origin-resource-policy', 'x-content-type-options'])
      expect(response.headers[name]).toBe(own.headers[name]);
    expect(response.headers['content-type']).toContain('javascript');
    const compressed = await server.app.inject({ url: '/assets/b-2.js', headers: { 'accept-encoding': 'br' } });
    expect(compressed.headers['content-encoding']).toBe('br');
    const missing = await server.app.inject('/assets/c-3.js');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['cache-control'] ?? '').not.toContain('immutable');
    expect((await server.app.inject({ method: 'POST', url: '/assets/b-2.js' })).statusCode).toBe(404);
  });

  test.each(['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/..%2findex.html', '/assets/a-1.js%00'])(
    'serves nothing outside of its folder by %s',
    async (url) => {
      const response = await server.app.inject(url);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
    },
  );
});

describe('probes', () => {
  test('distinguish liveness and readiness', async () => {
    expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await server.app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', checks: {} }]);
  });

  test('counts requests by call and status, for this machine only', async () => {
    await post('/api/v1/games/list');
    const metrics = await server.app.inject('/metrics');
    expect(metrics.body).toMatch(/fxid_requests_total\{call="games.list",status="200"\} \d+/);
    expect((await server.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })).statusCode).toBe(404);
    expect((await server.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } })).statusCode).toBe(
      404,
    );
  });
});

describe('limits', () => {
  test('stop only the caller that sends too many requests', async () => {
    const strict = await createTestApp({ env: { REQUESTS_PER_MINUTE: '3' } });
    const ask = (remoteAddress: string) =>
      strict.app.inject({ method: 'POST', url: '/api/v1/games/list', remoteAddress });
    const codes = [];
    for (let count = 0; count < 5; count += 1) codes.push((await ask('203.0.113.1')).statusCode);
    expect(codes).toEqual([200, 200, 200, 429, 429]);
    const refused = await ask('203.0.113.1');
    expect(refused.json().Code).toBe('TooManyRequests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('203.0.113.2')).statusCode).toBe(200);
    await strict[Symbol.asyncDispose]();
  });

  test('count an IPv6 network as one caller, and also count unknown addresses', async () => {
    const strict = await createTestApp({ env: { REQUESTS_PER_MINUTE: '2' } });
    const ask = async (remoteAddress: string, url: string) =>
      (await strict.app.inject({ url, remoteAddress })).statusCode;
    expect(await ask('2001:db8:1:2::1', '/api/docs')).toBe(200);
    expect(await ask('2001:db8:1:2::2', '/api/docs')).toBe(200);
    expect(await ask('2001:db8:1:2::3', '/api/docs')).toBe(429);
    expect(await ask('203.0.113.7', '/guess-1')).toBe(404);
    expect(await ask('203.0.113.7', '/guess-2')).toBe(404);
    expect(await ask('203.0.113.7', '/guess-3')).toBe(429);
    await strict[Symbol.asyncDispose]();
  });
});

test('logs every request with its id, the call and no address, token or e-mail', async () => {
  server.logged.length = 0;
  const response = await post('/api/v1/profile', { headers: { authorization: `Bearer ${token}` } });
  expect(response.statusCode).toBe(200);
  const line = JSON.parse(server.logged.at(-1) ?? '{}') as object;
  expect(line).toMatchObject({
    msg: 'request',
    requestId: response.headers['x-request-id'],
    call: 'profile.get',
    status: 200,
  });
  expect(server.logged.join('')).not.toMatch(/fxs_|ada@/);
});

test('the API page lists every call and loads nothing from elsewhere', async () => {
  const page = (await server.app.inject('/api/docs')).body;
  expect(page).toContain('/store/create_payment');
  expect(page).not.toMatch(/(src|href)="https?:/);
  expect((await server.app.inject('/api/openapi.json')).json().openapi).toBe('3.1.0');
});

function raw(request: string, at = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(at, '127.0.0.1', () => socket.write(request));
    let answer = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error('No answer within a minute.')));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
