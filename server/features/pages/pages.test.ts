// The public pages as the server sends them.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { locales } from '#model/locale.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { requestBuiltFolder } from '#server/testing/test-services.ts';

const portalFolder = await requestBuiltFolder('portal');
const origin = 'https://play.example';
let server: TestApp;

beforeAll(async () => {
  server = await createTestApp({
    portalFolder,
    env: { PUBLIC_URL: origin, COUNTRY_HEADER: 'x-country' },
  });
  await insertDemoContent(server.database);
});
afterAll(() => server[Symbol.asyncDispose]());

const visit = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

const publicPages = ['/', '/Games', '/Games/gem-miner', '/Store/gem-miner', '/Docs/tos', '/Docs/gem-miner/pp'];

test.each(publicPages)('%s is fully rendered for any client, without its own script or style', async (url) => {
  const page = await visit(url);
  expect(server.logged.filter((line) => line.includes('Rendering a page failed'))).toEqual([]);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const [, content = ''] = /<div id="portal">(.*?)<\/div>\s*<script type="application\/json"/s.exec(page.body) ?? [];
  expect(content).toContain('<h1');
  expect(content).not.toMatch(/<script|\sstyle=|aria-busy="true"/);
  // The hydration script with the nonce that the policy requires, and the message if it doesn't load.
  expect(page.body).toMatch(
    /<link rel="modulepreload" crossorigin href="\/assets\/hydrate-query-cache-[\w-]+\.js" nonce="\S/,
  );
  expect(page.body).toContain('<div class="late" role="status" hidden>');
  const cached = url.startsWith('/Store') ? 'no-store' : 'no-cache';
  expect(page.headers).toMatchObject({ 'cache-control': cached, 'content-language': 'en' });
});

test('the log and the metrics know pages by their routes, never by their addresses', async () => {
  const routeOf = async (url: string): Promise<unknown> => {
    const { headers } = await visit(url);
    const line = server.logged.find((each) => each.includes(String(headers['x-request-id'])));
    return (JSON.parse(line ?? '{}') as { call: unknown }).call;
  };
  expect(await routeOf('/Games/gem-miner')).toBe('/Games/:game');
  expect(await routeOf('/games/GEM-MINER?lang=de')).toBe('/Games/:game');
  expect(await routeOf('/')).toBe('/');
  expect(await routeOf('/no/such/page')).toBe('unknown page');
  const { body } = await visit('/metrics');
  expect(body).toMatch(/^fxid_requests_total\{call="\/Games\/:game",status="200"\} \d+$/m);
});

test('content below the fold is rendered too', async () => {
  expect((await visit('/')).body).toContain('<section class="news-strip"');
});

test('a page is the same whether its screen is loaded already or has to be loaded first', async () => {
  // A copy of the program, which has not loaded any screen.
  const copy = await mkdtemp(join(tmpdir(), 'fxid-pages-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  await cp(portalFolder, copy, { recursive: true });
  await using fresh = await createTestApp({ portalFolder: copy, env: { COUNTRY_HEADER: 'x-country' } });
  await insertDemoContent(fresh.database);
  const render = async (country: string): Promise<string> => {
    // Pages about a game are cached for each country.
    const page = await fresh.app.inject({ url: '/Games/gem-miner', headers: { 'x-country': country } });
    return /<div id="portal">(.*?)<\/div>\s*<script type="application\/json"/s.exec(page.body)?.[1] ?? '';
  };
  const first = await render('DE');
  expect(first).toContain('<h1');
  expect(await render('FR')).toBe(first);
});

test("empty form fields don't create another page", async () => {
  const { body } = await visit('/Games?q=&genre=Arcade&tag=&genre=Puzzle');
  expect(body).toContain(`<link rel="canonical" href="${origin}/Games?genre=Arcade">`);
});

test('has metadata in its language, and links to the other languages', async () => {
  const { body, headers } = await visit('/Games/gem-miner?lang=de');
  expect(headers['content-language']).toBe('de');
  expect(body).toContain('<html lang="de" dir="ltr">');
  expect(body).toContain('<title>Edelsteinmine – FxId</title>');
  expect(body).toMatch(/<meta name="description" content="[^"]{20,}">/);
  expect(body).toContain(`<link rel="canonical" href="${origin}/Games/gem-miner?lang=de">`);
  for (const locale of locales)
    expect(body).toMatch(new RegExp(`hreflang="${locale}" href="${origin}/Games/gem-miner\\?lang=${locale}"`, 'i'));
  expect(body).toContain(`hreflang="x-default" href="${origin}/Games/gem-miner"`);
  expect(body).toContain('<meta property="og:title" content="Edelsteinmine – FxId">');
  expect(body).toMatch(/<meta property="og:image" content="https?:\/\/[^"]+">/);
  expect(body).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect(body).not.toContain('noindex');
  const [, facts = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body) ?? [];
  expect(JSON.parse(facts)).toMatchObject({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': ['VideoGame', 'WebApplication'], name: 'Edelsteinmine', url: `${origin}/Games/gem-miner?lang=de` },
      { '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { position: 2 }, { position: 3 }] },
    ],
  });
  const plain = await visit('/Games/gem-miner', { 'accept-language': 'fa-IR' });
  expect(plain.body).toContain('<html lang="fa" dir="rtl">');
  expect(plain.body).toContain(`<link rel="canonical" href="${origin}/Games/gem-miner">`);
  expect(plain.headers['vary']).toContain('accept-language');
});

test.each([
  '/nowhere',
  '/Games/no-such-game',
  '/Store/no-such-game',
  '/Docs/imprint',
  '/play/no-such-game',
  '/Games/%00',
])('there is nothing at %s, and the page shows it', async (url) => {
  const { statusCode, body } = await visit(url);
  expect(statusCode).toBe(404);
  expect(body).toContain('<meta name="robots" content="noindex">');
  if (!url.startsWith('/play')) expect(body).toContain('Page not found');
  expect(body).not.toContain('rel="canonical"');
});

test.each([
  ['/games/Gem-Miner?lang=de', '/Games/gem-miner?lang=de'],
  ['/STORE/gem-miner/', '/Store/gem-miner'],
  ['/Games//', undefined],
])('%s is redirected permanently to %s', async (url, address) => {
  const { statusCode, headers } = await visit(url);
  expect([statusCode, headers.location]).toEqual(address === undefined ? [404, undefined] : [301, origin + address]);
});

test('personal pages are not listed, and are rendered in the browser', async () => {
  for (const url of ['/Profile', '/play/gem-miner', '/LoginValidateEmail']) {
    const { statusCode, body } = await visit(url, { accept: 'text/html' });
    expect([url, statusCode]).toEqual([url, 200]);
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).toContain('class="starting"');
  }
});

test.each(['?modal=signIn', '?game=gem-miner', '?adapter=telegram'])(
  'the browser renders what %s adds',
  async (query) => {
    const { body } = await visit(`/${query}`);
    expect(body).toContain('class="starting"');
    expect(body).toContain('<title>FxId</title>');
    expect(body).not.toContain('id="state"');
  },
);

test('a client that accepts only JSON, or requests a file, gets no page', async () => {
  for (const [url, accept] of [
    ['/Games', 'application/json'],
    ['/Games', 'application/problem+json, application/json;q=0.9'],
    ['/wp-login.php', '*/*'],
  ] as const) {
    const { statusCode, headers } = await visit(url, { accept });
    expect([url, statusCode]).toEqual([url, 404]);
    expect(headers['content-type']).toContain('json');
  }
  for (const accept of ['*/*', 'text/html', 'application/json, */*', 'image/avif'])
    expect((await visit('/Games', { accept })).headers['content-type']).toContain('html');
});

test('shows a change at once', async () => {
  expect((await visit('/Games/sky-courier')).statusCode).toBe(200);
  await server.database.kysely
    .updateTable('games')
    .set({ published: false })
    .where('game', '=', 'sky-courier')
    .execute();
  await expect.poll(async () => (await visit('/Games/sky-courier')).statusCode).toBe(404);
  await server.database.kysely
    .updateTable('games')
    .set({ published: true })
    .where('game', '=', 'sky-courier')
    .execute();
  await expect.poll(async () => (await visit('/Games/sky-courier')).statusCode).toBe(200);
});

test('is rendered in the browser while the database is unreachable', async () => {
  await using own = await createTestApp({ portalFolder });
  await own.database.kysely.schema.alterTable('games').renameTo('elsewhere').execute();
  for (const url of ['/Games', '/play/gem-miner']) {
    const { statusCode, body } = await own.app.inject({ url, headers: { accept: 'text/html' } });
    expect([url, statusCode]).toEqual([url, 200]);
    expect(body).toContain('class="starting"');
  }
  expect(own.logged.some((line) => line.includes('Rendering a page failed'))).toBe(true);
});

test('is rendered in the browser if the server takes too long', async () => {
  await using own = await createTestApp({ portalFolder, renderTimeoutMs: 0 });
  const { statusCode, body } = await own.app.inject({ url: '/News', headers: { accept: 'text/html' } });
  expect(statusCode).toBe(200);
  expect(body).toContain('class="starting"');
  expect(own.logged.some((line) => line.includes('It took too long.'))).toBe(true);
});

test.each(['on', 'off'])('a portal has its own name, with SERVER_RENDERING=%s', async (SERVER_RENDERING) => {
  await using own = await createTestApp({ portalFolder, env: { SERVER_RENDERING } });
  await insertDemoContent(own.database);
  await sql`update portal set config = jsonb_set(config, '{CompanyBranding,Name}', '"Arcadia"')`.execute(
    own.database.kysely,
  );
  for (const [url, title] of [
    ['/', 'Arcadia'],
    ['/Games/gem-miner', 'Gem Miner – Arcadia'],
  ] as const)
    expect((await own.app.inject({ url, headers: { accept: 'text/html' } })).body).toContain(`<title>${title}</title>`);
});

test('a portal has its own colours before its script loads', async () => {
  await using own = await createTestApp({ portalFolder });
  await insertDemoContent(own.database);
  const theme = JSON.stringify({ scheme: 'light', accent: '#0a7f5a', ground: '</style><script>alert(1)</script>' });
  await sql`update portal set config = jsonb_set(config, '{CompanyBranding,Theme}', ${theme})`.execute(
    own.database.kysely,
  );
  const { body, headers } = await own.app.inject('/Profile');
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  expect(body).toContain(`<style nonce="${nonce}">:root:root:root{--accent:#0a7f5a}</style>`);
  expect(body).toContain('<html data-scheme="light" ');
});

test('nothing that operators or games write can break out of it', async () => {
  await using own = await createTestApp({ portalFolder });
  await insertDemoContent(own.database);
  const hostile = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>\u2028%NONCE%%STATE%<!--';
  const config = JSON.stringify({ en: hostile });
  await sql`
    update games set config = jsonb_set(jsonb_set(config, '{StorePage,Title}', ${config}), '{StorePage,Tagline}', ${config})
    where game = 'gem-miner'`.execute(own.database.kysely);
  for (const url of ['/', '/Games', '/Games/gem-miner', '/Store/gem-miner']) {
    const { body, headers } = await own.app.inject(url);
    expect(own.logged.filter((line) => line.includes('Rendering a page failed'))).toEqual([]);
    expect(body).not.toMatch(/<script>alert|<img src=x|\u2028<!--/);
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    const titles = body.split('%NONCE%').length - 1;
    expect(titles, url).toBeGreaterThan(2);
    expect(body.split(nonce).length - 1).toBe(body.split(`nonce="${nonce}"`).length - 1);
    for (const [, json = ''] of body.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>(.*?)<\/script>/gs))
      expect(() => JSON.parse(json) as unknown).not.toThrow();
  }
});

test('robots.txt names the sitemap, which has every page in every language', async () => {
  const robots = await visit('/robots.txt');
  expect(robots.body).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
  const { body, headers } = await visit('/sitemap.xml', { accept: '*/*' });
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  const listed = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(listed).toEqual(
    expect.arrayContaining([
      `${origin}/`,
      `${origin}/Games`,
      `${origin}/Games/gem-miner`,
      `${origin}/Store/gem-miner`,
      `${origin}/Docs/tos`,
    ]),
  );
  for (const address of listed) expect((await visit(address.slice(origin.length))).statusCode, address).toBe(200);
  expect(body).toContain(`<xhtml:link rel="alternate" hreflang="pt-BR" href="${origin}/Games?lang=pt-br"/>`);
  expect(body).toMatch(/<lastmod>\d{4}-\d\d-\d\dT/);
  expect((await visit('/sitemap-1.xml')).statusCode).toBe(404);
});

test('the icon for old browsers exists', async () => {
  const { statusCode, headers, rawPayload } = await visit('/favicon.ico');
  expect([statusCode, headers['content-type'], rawPayload.readUInt16LE(2)]).toEqual([200, 'image/x-icon', 1]);
});

test("a page shows the prices of the reader's country", async () => {
  const inCountry = async (country: string) => (await visit('/Store/gem-miner', { 'x-country': country })).body;
  expect(await inCountry('DE')).toContain('€');
  expect(await inCountry('US')).not.toContain('€');
});

test('addresses are right under a base path and on a single-game site', async () => {
  await using under = await createTestApp({
    portalFolder,
    env: { PUBLIC_URL: origin, BASE_PATH: '/arcade/' },
  });
  await insertDemoContent(under.database);
  const { body } = await under.app.inject('/Games/gem-miner');
  expect(body).toContain(`<link rel="canonical" href="${origin}/arcade/Games/gem-miner">`);
  expect(body).toContain('href="/arcade/play/gem-miner"');
  expect(body).toMatch(/<img src="\/arcade\/assets\/mark-[\w-]+\.svg"/);
  expect(body).not.toContain('/base-path/');
  expect((await under.app.inject('/games')).headers.location).toBe(`${origin}/arcade/Games`);
  await using single = await createTestApp({
    portalFolder,
    env: { PUBLIC_URL: origin, GAME: 'gem-miner' },
  });
  await insertDemoContent(single.database);
  const first = await single.app.inject('/');
  expect(first.body).toContain('<title>Gem Miner – FxId</title>');
  expect(first.body).toContain(`<link rel="canonical" href="${origin}/">`);
  expect(first.body).toContain('class="starting"');
  expect((await single.app.inject('/nowhere')).statusCode).toBe(404);
});

test("a chosen language comes before the browser's, and the address before both", async () => {
  const headers = { 'accept-language': 'fr', cookie: 'a=b; i18next=ko' };
  expect((await visit('/', headers)).headers['content-language']).toBe('ko');
  expect((await visit('/?lang=pl', headers)).headers['content-language']).toBe('pl');
  expect((await visit('/', { cookie: 'i18next=<script>' })).headers['content-language']).toBe('en');
});

test('has metadata even if operators turned server rendering off', async () => {
  await using own = await createTestApp({ portalFolder, env: { SERVER_RENDERING: 'off' } });
  await insertDemoContent(own.database);
  const { body } = await own.app.inject('/Games/gem-miner');
  expect(body).toContain('<title>Gem Miner – FxId</title>');
  expect(body).toContain('class="starting"');
  expect((await own.app.inject('/Games/no-such-game')).statusCode).toBe(404);
});
