// The lab's server through HTTP: pages only on their own host, modules only for the browser, a simulated bad network
// for one page, and the log.
import { get as httpGet, type IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultScenario } from '#platforms/scenario.ts';
import { simulateNetworkFaults } from './faults/network-faults.ts';
import { buildLabAddresses } from './lab-addresses.ts';
import { createLiveLog } from './log/live-log.ts';
import { watchTraffic } from './log/watch-traffic.ts';
import type { LogLine } from './model/log-line.ts';
import { isServedModule, serveModules } from './modules/serve-modules.ts';
import { mountLabPages } from './pages/mount-lab-pages.ts';
import type { SimulatedPlatform } from './vendors/load-vendors.ts';

const place = buildLabAddresses({
  port: 8080,
  publicUrl: new URL('http://localhost:8080'),
  basePath: '/',
  gamesUrl: 'http://{game}.localhost:8081',
});
const launched: unknown[] = [];
const platform: SimulatedPlatform = {
  folder: 'played',
  title: 'A <Platform>',
  place: {
    at: 'http://localhost:8080/lab/vendors/played',
    hookUrl: 'http://localhost:8080/api/v1/hooks/played',
    now: () => new Date(),
  },
  assumptions: 'Known: `a <b>`, from [its page](x.md)\nand more.\n\nAssumed:\n- One\n  thing.',
  simulator: {
    mount: async () => undefined,
    settings: () => ({}),
    login: async () => undefined,
    launch: async (player, scenario) => {
      launched.push({ player, scenario });
      return { query: { viewer: player.id }, fragment: 'data=a%26b' };
    },
  },
};
const bundled: SimulatedPlatform = {
  ...platform,
  folder: 'bundled',
  simulator: { ...platform.simulator, launch: async () => ({ bundle: { query: { source: 'a b' } } }) },
  buildBundle: async ({ playerUrl, title }) => ({
    files: { 'index.html': `<p>${title} ${playerUrl}</p>`, 'relay.js': '1;' },
    allowedHosts: { 'frame-src': ['localhost:8080'] },
    steps: [],
  }),
};
const lines: LogLine[] = [];
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  app = fastify({ exposeHeadRoutes: true });
  watchTraffic(app, { ...createLiveLog(), add: (line) => lines.push(line) }, () => new Date());
  simulateNetworkFaults(app, { delayMs: 1 });
  app.post('/api/v1/store/store_data', async () => ({ Token: 'fxs_secret', Sku: 'gems' }));
  app.post('/api/v1/hooks/played', async (_, reply) => reply.code(400).send({ Code: 'Refused' }));
  app.get('/api/v1/friends/events', (_, reply) => {
    const { raw } = reply.hijack();
    raw.writeHead(200, { 'content-type': 'text/event-stream' });
    raw.write(': open\n\n');
  });
  app.get('/elsewhere', async () => 'the portal');
  serveModules(app);
  mountLabPages(app, {
    place,
    platforms: [platform, bundled],
    vendors: [],
    readGames: async () => [
      { game: 'tried', title: 'Tried & true', art: 'http://tried.localhost:8081/a.svg', isOwn: true },
    ],
    database: () => {
      throw new Error('No order is asked for.');
    },
    createCode: async (player, redirectUri) =>
      player === 'guest' ? undefined : `code for ${player} to ${redirectUri}`,
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const get = (url: string, host = hostFor(url)) => app.inject({ url, headers: { host } });
/** A simulated platform has its own host. */
const hostFor = (url: string): string =>
  /^\/lab\/(bundles\/)?bundled\//.test(url)
    ? 'lab-bundled.localhost:8080'
    : url.startsWith('/lab/played/')
      ? 'lab-played.localhost:8080'
      : 'lab.localhost:8080';
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page-data"[^>]*>([^<]*)</.exec(html)?.[1] ?? 'null') as Record<
    string,
    unknown
  >;

describe('pages', () => {
  it('are on the lab’s host; requests to other hosts are redirected with path and query', async () => {
    const { statusCode, headers } = await get('/lab/played/tried?payment=paid', 'localhost:8080');
    expect([statusCode, headers.location]).toEqual([303, 'http://lab.localhost:8080/lab/played/tried?payment=paid']);
  });

  it('are the only content of that host', async () => {
    expect((await get('/elsewhere')).headers.location).toBe('http://lab.localhost:8080/lab');
    expect((await get('/elsewhere', 'localhost:8080')).body).toBe('the portal');
  });

  it('of a platform are on a separate host, so that browsers separate its storage', async () => {
    const there = await get('/lab/played/tried?payment=paid', 'lab.localhost:8080');
    expect(there.headers.location).toBe('http://lab-played.localhost:8080/lab/played/tried?payment=paid');
    const other = await get('/lab/played/tried', 'lab-other.localhost:8080');
    expect(other.headers.location).toBe('http://lab-played.localhost:8080/lab/played/tried');
    expect((await get('/elsewhere', 'lab-played.localhost:8080')).headers.location).toBe(
      'http://lab.localhost:8080/lab',
    );
    expect(place.isLab('lab-played.localhost')).toBe(true);
    for (const host of ['localhost', 'gem-miner.localhost', 'lab.localhost.example', 'lab-.localhost'])
      expect(place.isLab(host), host).toBe(false);
  });

  it('redirect from the form to the platform’s host', async () => {
    const { headers } = await get('/lab/open?platform=played&game=tried&payment=failed');
    expect(headers.location).toBe('http://lab-played.localhost:8080/lab/played/tried?payment=failed');
    const policy = String((await get('/lab')).headers['content-security-policy']);
    expect(policy).toContain(
      "form-action 'self' http://localhost:8080 http://lab.localhost:8080 http://*.localhost:8080",
    );
  });

  it('start with a choice of platforms and games', async () => {
    const { body, headers } = await get('/lab');
    expect(body).toContain('value="played" checked');
    expect(body).toContain('A &lt;Platform&gt;');
    expect(body).toContain('Tried &amp; true');
    expect(body).toContain('value="fxid"');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe/);
  });

  it('frame the player at its real address, as the platform does', async () => {
    const { body, statusCode } = await get('/lab/played/tried?player=abroad&network=slow&proof=expired&device=phone');
    expect(statusCode).toBe(200);
    // What is believed about the real one, of which nothing becomes markup.
    expect(body).toContain('<p>Known: <code>a &lt;b&gt;</code>, from its page and more.</p>\n<p>Assumed:</p>');
    expect(body).toContain('<p class="point">One thing.</p>');
    const { playerUrl, module, portalOrigin, player, device } = dataOf(body);
    const id = (player as { id: string }).id;
    expect(playerUrl).toBe(`http://localhost:8080/play/tried/iframe/played?viewer=${id}&lab-network=slow#data=a%26b`);
    expect([module, portalOrigin]).toEqual([
      '/lab/files/platforms/played/simulator.browser.ts',
      'http://localhost:8080',
    ]);
    expect(device).toMatchObject({ width: 390, insets: { top: 47 } });
    expect(launched.at(-1)).toMatchObject({
      scenario: {
        ...defaultScenario,
        player: 'abroad',
        network: 'slow',
        proof: 'expired',
        language: 'ja',
        device: 'phone',
      },
    });
  });

  it('frame the bundle of a platform that hosts one, which frames the player under the hosts to allow', async () => {
    const { body } = await get('/lab/bundled/tried?network=slow');
    const { playerUrl, frameOrigin } = dataOf(body);
    expect(frameOrigin).toBe('http://lab-bundled.localhost:8080');
    const address = new URL(String(playerUrl));
    expect(address.searchParams.get('source')).toBe('a b');
    const page = await get(address.pathname + address.search);
    expect(page.body).toBe('<p>Tried & true http://localhost:8080/play/tried/iframe/bundled?lab-network=slow</p>');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain(
      "script-src 'self' http://localhost:8080; style-src 'self'; frame-src localhost:8080;",
    );
    expect((await get('/lab/bundles/bundled/tried/relay.js')).headers['content-type']).toContain('text/javascript');
    for (const [url, host] of [
      ['/lab/bundles/bundled/tried/none.js'],
      ['/lab/bundles/bundled/tried/constructor'],
      ['/lab/bundles/bundled/none/index.html'],
      ['/lab/bundles/played/tried/index.html', 'lab-played.localhost:8080'],
      ['/lab/bundles/bundled/tried/index.html', 'lab-played.localhost:8080'],
    ] as const)
      expect((await get(url, host)).statusCode, url).not.toBe(200);
  });

  it('redirect to the portal itself if it is not framed, with the player and the scenario', async () => {
    const target = async (query: string): Promise<URL> => {
      const begin = new URL(String((await get(`/lab/fxid/tried?${query}`)).headers.location));
      expect(begin.origin + begin.pathname).toBe('http://localhost:8080/lab/begin');
      return new URL(begin.searchParams.get('to') ?? '');
    };
    expect((await target('player=guest&lang=fa&network=down&payment=paid&ad=no-fill')).href).toBe(
      'http://localhost:8080/play/tried?lang=fa&lab-network=down&lab-payment=paid&lab-ad=no-fill',
    );
    const signIn = await target('player=abroad');
    expect(signIn.pathname).toBe('/LoginWithTempToken');
    expect(signIn.searchParams.get('token')).toBe('code for abroad to /play/tried?lang=ja');
  });

  it('redirect to the short address of the chosen scenario', async () => {
    const { headers } = await get('/lab/open?platform=played&game=tried&player=registered&payment=failed&lang=en');
    expect(headers.location).toBe('http://lab-played.localhost:8080/lab/played/tried?payment=failed');
  });

  it.each([
    ['/lab/played/tried?payment=perhaps', 400, 'paid-but-cancelled'],
    ['/lab/open?platform=played&game=tried&mood=good', 400, 'mood'],
    ['/lab/nowhere/tried', 404, 'played'],
    ['/lab/played/none%3Cb%3E', 404, 'none&lt;b&gt;'],
    ['/lab/open', 404, 'played'],
    ['/lab/orders/none', 404, 'order'],
  ])('refuse %s by name', async (url, status, named) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(status);
    expect(body).toContain(named);
  });
});

describe('modules', () => {
  it('are served without types', async () => {
    const { body, headers } = await get('/lab/files/lab/page-scripts/host-page.browser.ts');
    expect(headers['content-type']).toContain('text/javascript');
    expect(body).not.toMatch(/import type|: Promise<void>/);
    expect(body).toContain('device.frame.src = data.playerUrl');
  });

  it.each([
    'server/config.ts',
    'lab/main.ts',
    'lab/log/live-log.ts',
    'platforms/port.server.ts',
    'platforms/../server/config.ts',
    'lab/model/../../server/main.ts',
    'lab/lab-pages.test.ts',
    'package.json',
    'model/none.ts',
    'portal/ui/button.css',
  ])('are not served for %s', async (path) => {
    expect((await get(`/lab/files/${path.replaceAll('..', '%2e%2e')}`)).statusCode).toBe(404);
  });

  it('include everything that a page imports', () => {
    for (const path of [
      'model/locale.ts',
      'platforms/scenario.ts',
      'platforms/a/simulator.browser.ts',
      'lab/model/devices.ts',
    ])
      expect(isServedModule(path), path).toBe(true);
  });
});

describe('a bad network', () => {
  const call = (referer?: string) =>
    fetch(`${origin}/api/v1/store/store_data`, {
      method: 'POST',
      ...(referer !== undefined && { headers: { referer } }),
    });

  it('closes the connection only for calls of that page', async () => {
    await expect(call('http://localhost:8080/play/a/iframe/b?x=1&lab-network=down')).rejects.toThrow('fetch failed');
    for (const referer of [undefined, 'http://localhost:8080/play/a', 'nonsense', 'http://localhost/?lab-network=odd'])
      expect((await call(referer)).status).toBe(200);
  });

  it('delays responses if it is slow', async () => {
    expect((await call('http://localhost:8080/play/a?lab-network=slow')).status).toBe(200);
  });
});

describe('the log', () => {
  it('contains calls and webhooks with their results, and no secrets', async () => {
    lines.length = 0;
    await app.inject({
      method: 'POST',
      url: '/api/v1/store/store_data?Token=fxs_secret',
      payload: { Game: 'tried', Token: 'fxs_secret' },
    });
    await app.inject({ method: 'POST', url: '/api/v1/hooks/played', payload: { hash: 'fxs_secret' } });
    await get('/lab');
    expect(lines.map(({ kind, direction, name, state }) => [kind, direction, name, state])).toEqual([
      ['server', 'call', 'POST store/store_data', undefined],
      ['server', 'answer', 'POST store/store_data', 'done'],
      ['hook', 'call', 'POST played', undefined],
      ['hook', 'answer', 'POST played', 'failed'],
    ]);
    expect(lines[1]?.id).toBe(lines[0]?.id);
    expect(lines[1]?.detail).toMatchObject({
      status: 200,
      sent: { Game: 'tried', Token: '•••' },
      answered: { Sku: 'gems' },
    });
    expect(JSON.stringify(lines)).not.toContain('fxs_secret');
  });

  it('does not report streams and cancelled requests as errors', async () => {
    lines.length = 0;
    const leaving = new AbortController();
    const stream = await fetch(`${origin}/api/v1/friends/events`, {
      headers: { accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    expect(stream.status).toBe(200);
    expect(lines).toMatchObject([{ direction: 'call', name: 'GET friends/events', isLongLived: true }]);
    leaving.abort();
    await expect.poll(() => lines.at(-1)).toMatchObject({ direction: 'answer', state: 'left' });
  });

  it('is streamed only to lab pages, and ends with the server', async () => {
    const log = createLiveLog();
    const server = fastify();
    log.mount(server, place.isLab);
    expect((await server.inject({ url: '/lab/log', headers: { host: 'localhost' } })).statusCode).toBe(404);
    const at = await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = new URL(at);
    const { promise: response, resolve } = Promise.withResolvers<IncomingMessage>();
    httpGet({ port, path: '/lab/log', headers: { host: 'lab.localhost' } }, resolve);
    const stream = (await response).setEncoding('utf8');
    let told = '';
    stream.on('data', (text: string) => (told += text));
    await expect.poll(() => told).toContain('retry');
    log.add({ at: 1, kind: 'server', direction: 'event', name: 'Hello' });
    await expect.poll(() => told).toContain('"name":"Hello"');
    const ended = new Promise((end) => stream.once('end', end));
    await server.close();
    await ended;
  });
});
