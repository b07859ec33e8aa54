import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import type { ProbePortal } from './probe-portal.ts';
import { checkGamesDomain, checkGamesHosts, checkPortalAddress, warnOfGamesDomain } from './check-addresses.ts';
import type { Finding } from './finding.ts';
import { requestEchoHeader, requestEchoPath, signRequestEcho } from './request-echo.ts';

const day = 24 * 3_600_000;
const start = new Date('2026-11-15T12:00:00Z');
const now = (): Date => start;
const inDays = (days: number): Date => new Date(start.getTime() + days * day);
const endsIn = (days: number, lifetime = 90) => ({
  certificate: { begins: inDays(days - lifetime), ends: inDays(days) },
});
const texts = (findings: readonly Finding[]): string[] =>
  findings.map((finding) =>
    [finding.verdict, finding.text, ...('remedy' in finding ? [finding.remedy] : [])].join(' | '),
  );

/**
 * The portal behind this many proxies, each of which appends the address that it sees unless the test says otherwise.
 */
async function portalBehind(
  trusted: number,
  headers: (sent: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Promise<string[]> {
  const server = await createTestApp({ env: { TRUSTED_PROXIES: String(trusted) }, now });
  try {
    const config = { ...readConfig(productionSettings), trustedProxies: trusted };
    const ask: ProbePortal = async (address, sent = {}) => {
      const { statusCode, body } = await server.app.inject({
        url: address.pathname,
        headers: { host: address.host, ...headers(sent) },
      });
      return { status: statusCode, body, ...endsIn(60) };
    };
    return texts(await checkPortalAddress({ config, sealer: server.sealer, now, ask })).slice(1);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

const appended = (address: string) => (sent: Readonly<Record<string, string>>) => ({
  ...sent,
  'x-forwarded-for': `${sent['x-forwarded-for']}, ${address}`,
  'x-forwarded-proto': 'https',
});

test("accepts a proxy that sends the caller's address, whether it appends to the header or replaces it", async () => {
  expect(await portalBehind(1, appended('198.51.100.7'))).toEqual([
    'ok | https://play.example through 1 proxy, called by 198.51.100.7',
  ]);
  const replaced = (sent: Readonly<Record<string, string>>) => ({
    ...appended('')(sent),
    'x-forwarded-for': '198.51.100.7',
  });
  expect(await portalBehind(1, replaced)).toEqual([
    'ok | https://play.example through 1 proxy, called by 198.51.100.7',
  ]);
});

test('checks the address under which a proxy serves the portal', async () => {
  const asked: string[] = [];
  const ask: ProbePortal = async (address) => {
    asked.push(address.href);
    return { status: 404, body: '' };
  };
  const config = readConfig({ ...productionSettings, BASE_PATH: '/arcade/' });
  await checkPortalAddress({ config, sealer: createSealer('x'), now, ask });
  expect(asked).toEqual(['https://play.example/arcade/.well-known/fxid-check']);
});

test('reports how many proxies to trust', async () => {
  const [untrusted = ''] = await portalBehind(0, appended('198.51.100.7'));
  expect(untrusted).toMatch(/^problem .*all players seem to share one address \| Set TRUSTED_PROXIES=1\.$/);
  const [trusting = ''] = await portalBehind(2, appended('198.51.100.7'));
  expect(trusting).toMatch(/^problem \| callers can fake their IP address \| Set TRUSTED_PROXIES=1\.$/);
  const [silent = ''] = await portalBehind(1, (sent) => ({ ...sent, 'x-forwarded-proto': 'https' }));
  expect(silent).toMatch(/^problem \| callers can fake .* or set TRUSTED_PROXIES=0\.$/);
  const [unnamed = ''] = await portalBehind(0, (sent) => sent);
  expect(unnamed).toMatch(/^problem \| the proxy doesn't pass on the caller's address/);
});

test("reports headers that a proxy doesn't forward", async () => {
  const found = await portalBehind(1, (sent) => ({
    ...sent,
    host: 'backend:8080',
    'x-forwarded-for': '198.51.100.7',
  }));
  expect(found).toEqual([
    'warning | the server receives the Host backend:8080 | Make the proxy pass on Host unchanged: play.example.',
    'warning | the server sees http | Make the proxy set X-Forwarded-Proto to the original scheme.',
  ]);
});

test.each([
  [60, 90, 'ok'],
  [10, 90, 'warning'],
  [1, 90, 'problem'],
  [3, 6, 'ok'],
  [1, 6, 'warning'],
  [0, 6, 'problem'],
  [-1, 90, 'problem'],
])('a certificate that ends in %i of its %i days is %s', async (days, lifetime, verdict) => {
  const config = readConfig(productionSettings);
  const ask: ProbePortal = async () => ({ status: 200, body: '<html>', ...endsIn(days, lifetime) });
  const [certificate, answer] = texts(await checkPortalAddress({ config, sealer: createSealer('x'), now, ask }));
  expect(certificate).toContain(
    `${verdict} | the certificate of play.example expires in ${days} days and is ${lifetime - days} days old`,
  );
  expect(answer).toContain("isn't this portal");
});

test.each([
  ['ENOTFOUND', 'Add play.example to the DNS'],
  ['CERT_HAS_EXPIRED', 'a certificate that is valid for play.example'],
  ['ECONNREFUSED', 'Start the server and the proxy'],
])('names the remedy for %s', async (code, remedy) => {
  const config = readConfig(productionSettings);
  const ask: ProbePortal = () => Promise.reject(Object.assign(new Error(`it failed: ${code}`), { code }));
  const [found = ''] = texts(await checkPortalAddress({ config, sealer: createSealer('x'), now, ask }));
  expect(found).toContain('problem');
  expect(found).toContain(remedy);
});

test('retries a slow address, then warns', async () => {
  const config = readConfig(productionSettings);
  let asked = 0;
  const late: ProbePortal = () => {
    asked += 1;
    return Promise.reject(new Error('play.example did not answer within 15000 ms'));
  };
  const [found = ''] = texts(await checkPortalAddress({ config, sealer: createSealer('x'), now, ask: late }));
  expect(found).toMatch(/^warning \| https:\/\/play.example can't be reached .*slow\. Check again/);
  expect(asked).toBe(2);
});

test('checks the wildcard host name and that the games’ hosts reach the games', async () => {
  const config = readConfig(productionSettings);
  const parts = { config, sealer: createSealer('x'), now };
  const asked: string[] = [];
  const ask: ProbePortal = async (address) => {
    asked.push(address.href);
    return { status: 200, body: '', ...endsIn(60) };
  };
  const resolve = async (): Promise<string[]> => ['198.51.100.1'];
  expect(texts(await checkGamesHosts({ ...parts, ask, resolve }))).toEqual([
    'ok | the certificate of captcha.games.example expires in 60 days and is 30 days old',
    'ok | https://{game}.games.example reaches the games',
  ]);
  expect(asked).toEqual(['https://captcha.games.example/?action=check']);
  const onlyListed = async (host: string): Promise<string[]> => {
    if (host === 'captcha.games.example') return ['198.51.100.1'];
    throw new Error(`getaddrinfo ENOTFOUND ${host}`);
  };
  expect(texts(await checkGamesHosts({ ...parts, ask, resolve: onlyListed }))[0]).toMatch(
    /^problem .*ENOTFOUND check-[0-9a-f]+\.games\.example \| Add \*\.games\.example to the DNS\.$/,
  );
  const elsewhere: ProbePortal = async () => ({ status: 404, body: '' });
  expect(texts(await checkGamesHosts({ ...parts, ask: elsewhere, resolve }))[0]).toContain('returns 404');
});

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ now });
});
afterAll(() => server[Symbol.asyncDispose]());

test('shows a request only to a caller with a valid signature', async () => {
  const ask = async (check?: string) =>
    (
      await server.app.inject({
        url: requestEchoPath,
        headers: check === undefined ? {} : { [requestEchoHeader]: check },
      })
    ).statusCode;
  expect(await ask(signRequestEcho(server.sealer, start))).toBe(200);
  expect(await ask()).toBe(404);
  expect(await ask('nonsense')).toBe(404);
  expect(await ask(signRequestEcho(createSealer('another'), start))).toBe(404);
  expect(await ask(signRequestEcho(server.sealer, new Date(start.getTime() - 11 * 60_000)))).toBe(404);
});

test('warns when the domain of the games is not on the Public Suffix List, in the check and at the start', () => {
  const shared = { gamesUrl: 'https://{game}.games.example' };
  expect(texts(checkGamesDomain(shared))).toEqual([
    expect.stringMatching(
      /^warning \| games\.example isn't on this release's Public Suffix List.* \| Request .*operators\.md\.$/,
    ),
  ]);
  for (const gamesUrl of ['https://{game}.github.io', 'http://{game}.localhost:8081'])
    expect(texts(checkGamesDomain({ gamesUrl }))[0]).toMatch(/^ok /);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  warnOfGamesDomain({ gamesUrl: 'https://{game}.github.io' }, log);
  expect(lines).toEqual([]);
  warnOfGamesDomain(shared, log);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      msg: expect.stringContaining("GAMES_URL: games.example isn't on") as string,
      remedy: expect.any(String) as string,
    },
  ]);
});
