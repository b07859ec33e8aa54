// What attackers try at the console: other sites, other hosts, other credentials, ended sessions, replayed links.
import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { computeRateLimitFactor, readConfig } from '#server/config.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { allPermissions } from '#model/operator.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import {
  addTestOperator,
  inviteTestOperator,
  readLinkToken,
  readNewestLink,
} from '#server/testing/console-operators.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { signInOperator } from '#server/testing/sign-in-operator.ts';
import { createBrowser } from '#server/testing/test-browser.ts';
import { changeOperator, removeOperator, resetSecondFactor } from './manage-operators.ts';

const host = 'console.localhost:8080';
const origin = `http://${host}`;
const record = recordCommand('operators add', 'a test');
let server: TestApp;
let token = '';
let operatorId = '';

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner']);
  ({ token, operatorId } = await signInOperator(server.database, 'owner', { name: 'Ann' }));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('operator_links').execute());

const cookie = (value = token): string => `fxid-console=${value}`;

/** The error's code, or the status. */
async function callConsole(
  headers: Readonly<Record<string, string>>,
  { method = 'POST', url = '/api/v1/console/passkey_options' }: { method?: 'GET' | 'POST'; url?: string } = {},
): Promise<string | number> {
  const response = await server.consoleApp.inject({ method, url, headers: { host, cookie: cookie(), ...headers } });
  return response.statusCode < 400 ? response.statusCode : response.json<{ Code: string }>().Code;
}

describe('a call from another site', () => {
  test.each([
    ['from a game', { origin: 'http://gem-miner.localhost:8081' }],
    ['from the portal', { origin: 'http://localhost:8080' }],
    ['from a sibling host', { origin: 'http://evil.localhost:8080' }],
    ['from the host over another scheme', { origin: `https://${host}` }],
    ['from the host with another port', { origin: 'http://console.localhost:8081' }],
    ['from a host that begins like it', { origin: `${origin}.evil.example` }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['without an origin', {}],
    ['of the same site only', { origin, 'sec-fetch-site': 'same-site' }],
    ['that names another site', { origin, 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused', async (_, headers) => {
    expect(await callConsole(headers)).toBe('Forbidden');
    const read = { method: 'GET', url: '/api/v1/operator/key' } as const;
    // Without an origin it is a read by the page itself.
    expect(await callConsole(headers, read)).toBe(Object.keys(headers).length === 0 ? 200 : 'Forbidden');
  });

  test('is told apart from the page itself', async () => {
    expect(await callConsole({ origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
  });
});

test('no page can frame the console, and its policy allows only its own scripts', async () => {
  const consoleFolder = createTemporaryFolder();
  await mkdir(join(consoleFolder, 'assets'));
  await writeFile(join(consoleFolder, 'index.html'), '<!doctype html><title>Console</title>');
  await using withPage = await createTestApp({ consoleFolder });
  const { headers, body } = await withPage.consoleApp.inject({ url: '/players', headers: { host } });
  expect(body).toContain('Console');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe-');
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

test("a player's token, a game's key and an operator's key mean nothing to the console", async () => {
  const { token: player } = await server.sessions.begin(await buildAccount(server.database), { begunBy: 'Email' });
  const credentials = [
    player,
    await createGameKeys(server.database, server.sealer).create('gem-miner'),
    await createOperatorKeys(server.database).create('a program', allPermissions),
  ];
  for (const credential of credentials) {
    const read = { method: 'GET', url: '/api/v1/operator/key' } as const;
    for (const headers of [
      { authorization: `Bearer ${credential}`, cookie: '' },
      { cookie: cookie(credential) },
      { cookie: `__Host-fxid-console=${credential}` },
    ])
      expect(await callConsole(headers, read)).toBe('Unauthenticated');
  }
  expect(await callConsole({}, { method: 'GET', url: '/api/v1/profile' })).toBe('NotFound');
});

test("the console's session means nothing to the portal, which has none of the console's calls", async () => {
  for (const headers of [{ cookie: cookie() }, { authorization: `Bearer ${token}` }]) {
    const ask = async (url: string) => (await server.app.inject({ url, headers })).json<{ Code: string }>().Code;
    expect(await ask('/api/v1/operator/key')).toBe('Unauthenticated');
    await expect(server.client(token).profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(await ask('/api/v1/console/session')).toBe('NotFound');
  }
});

test('a cookie that is there twice counts as none', async () => {
  const read = { method: 'GET', url: '/api/v1/operator/key' } as const;
  expect(await callConsole({}, read)).toBe(200);
  const other = await signInOperator(server.database, 'analyst');
  expect(await callConsole({ cookie: `${cookie()}; ${cookie(other.token)}` }, read)).toBe('Unauthenticated');
  expect(await callConsole({ cookie: `${cookie()}; ${cookie()}` }, read)).toBe('Unauthenticated');
});

describe('the host decides which application answers', () => {
  let port = 0;
  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.app.server.address() as AddressInfo);
  });

  const statusFor = (sent: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const path = '/api/v1/console/session';
      sendRequest({ port, host: '127.0.0.1', path, headers: { host: sent } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  test.each([host, host.toUpperCase()])('%s is the console', async (sent) => {
    expect(await statusFor(sent)).toBe(200);
  });

  test.each([
    'localhost:8080',
    'console.localhost',
    'console.localhost:8081',
    'console.localhost.:8080',
    'x.console.localhost:8080',
    'console.localhost:8080.evil.example',
    '',
  ])('"%s" is not', async (sent) => {
    expect(await statusFor(sent)).toBe(404);
  });
});

test('a network that is not on the list sees no console', async () => {
  await using limited = await createTestApp({ env: { CONSOLE_NETWORKS: '203.0.113.0/24,2001:db8::/32' } });
  const statusFrom = async (remoteAddress: string) =>
    (await limited.consoleApp.inject({ url: '/api/v1/console/session', headers: { host }, remoteAddress })).statusCode;
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1'])
    expect(await statusFrom(address)).toBe(200);
  for (const address of ['203.0.114.7', '127.0.0.1', '2001:db9::1']) expect(await statusFrom(address)).toBe(404);
});

describe('a session ends', () => {
  const read = async (sessionToken: string) =>
    callConsole({ cookie: cookie(sessionToken) }, { method: 'GET', url: '/api/v1/operator/key' });

  test('after half an hour without a call', async () => {
    const { token: own } = await signInOperator(server.database, 'support');
    await ageRows(server.database, 'operator_sessions', 1740);
    expect(await read(own)).toBe(200);
    await ageRows(server.database, 'operator_sessions', 1801);
    expect(await read(own)).toBe('Unauthenticated');
    ({ token, operatorId } = await signInOperator(server.database, 'owner'));
  });

  test('after twelve hours in all', async () => {
    const { token: own, operatorId: id } = await signInOperator(server.database, 'support');
    const keepAlive = () =>
      sql`update operator_sessions set last_seen_at = now() where operator_id = ${id}`.execute(server.database.kysely);
    await ageRows(server.database, 'operator_sessions', 12 * 3600 - 60);
    await keepAlive();
    expect(await read(own)).toBe(200);
    await ageRows(server.database, 'operator_sessions', 61);
    await keepAlive();
    expect(await read(own)).toBe('Unauthenticated');
    ({ token, operatorId } = await signInOperator(server.database, 'owner'));
  });

  const endings = {
    'once the role is changed': (id: string) =>
      server.database.transaction((trx) => changeOperator(trx, { operatorId: id, role: 'analyst' }, record)),
    'once the operator is removed': (id: string) =>
      server.database.transaction((trx) => removeOperator(trx, { operatorId: id }, record)),
    'once the second factor is reset': (id: string) =>
      server.database.transaction((trx) => resetSecondFactor(trx, { operatorId: id }, record)),
  };
  test.each(Object.entries(endings))('%s', async (_, end) => {
    const { token: own, operatorId: id } = await signInOperator(server.database, 'support');
    expect(await read(own)).toBe(200);
    await end(id);
    expect(await read(own)).toBe('Unauthenticated');
  });
});

describe('a link', () => {
  const use = (linkToken: string) => createBrowser(server.consoleApp).client.console.openLink({ Token: linkToken });

  test('of a removed operator begins nothing, and no new one is sent', async () => {
    const { email, operatorId: id, token: link } = await inviteTestOperator(server);
    await server.database.transaction((trx) => removeOperator(trx, { operatorId: id }, record));
    await expect(use(link)).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
    const before = server.mails.length;
    await createBrowser(server.consoleApp).client.console.requestLink({ Email: email });
    expect(server.mails).toHaveLength(before);
  });

  test('is not used up by opening it', async () => {
    const { token: link } = await inviteTestOperator(server);
    for (const url of [`/sign-in?token=${link}`, `/api/v1/console/open_link?Token=${link}`, '/sign-in'])
      await server.consoleApp.inject({ url, headers: { host } });
    expect(await use(link)).toMatchObject({ Stage: 'AddSecondFactor' });
  });

  test('that was guessed or is of another kind begins nothing', async () => {
    const guesses = [`fxj_${'A'.repeat(43)}`, token, `fxm_${'A'.repeat(43)}`, 'x'.repeat(47)];
    for (const guess of guesses) await expect(use(guess)).rejects.toMatchObject({ code: 'TokenExpiredOrUsed' });
  });

  test('is requested with the same reply for everyone, and is mailed to operators only', async () => {
    const { email } = await inviteTestOperator(server);
    const { console } = createBrowser(server.consoleApp).client;
    const before = server.mails.length;
    const replies = [
      await console.requestLink({ Email: email }),
      await console.requestLink({ Email: 'stranger@example.com' }),
    ];
    expect(replies).toEqual([{ Success: true }, { Success: true }]);
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual([email]);
  });

  test('is mailed to an operator at most five times an hour', async () => {
    const { email } = await addTestOperator(server, new Date());
    await server.database.kysely.deleteFrom('operator_links').execute();
    const { console } = createBrowser(server.consoleApp).client;
    const before = server.mails.length;
    for (let count = 0; count < 8; count++) await console.requestLink({ Email: email });
    expect(server.mails.length - before).toBe(5);
    expect(await use(readLinkToken(readNewestLink(server)))).toMatchObject({ Stage: 'SecondFactor' });
  });

  test('is requested from one network at most twenty times an hour, also for unknown addresses', async () => {
    const { email } = await inviteTestOperator(server);
    const max = Math.ceil(20 * computeRateLimitFactor(readConfig({ NODE_ENV: 'test' })));
    const insertLinks = (count: number) =>
      sql`
        insert into operator_links (token_hash, network, expires_at)
        select sha256(random()::text::bytea), '198.51.100.0/24', now() from generate_series(1, ${count})`.execute(
        server.database.kysely,
      );
    const countMails = async (address: string, remoteAddress: string) => {
      const before = server.mails.length;
      const payload = { Email: address };
      const url = '/api/v1/console/request_link';
      const headers = { host, origin };
      const response = await server.consoleApp.inject({ method: 'POST', url, headers, remoteAddress, payload });
      expect(response.json()).toEqual({ Success: true });
      return server.mails.length - before;
    };
    await insertLinks(max - 2);
    expect(await countMails(email, '198.51.100.1')).toBe(1);
    // A request for a stranger counts as well.
    expect(await countMails('stranger@example.com', '198.51.100.2')).toBe(0);
    expect(await countMails(email, '198.51.100.3')).toBe(0);
    expect(await countMails(email, '203.0.113.1')).toBe(1);
  });
});

test('the signed-in operator is who the cookie says', async () => {
  expect((await createBrowser(server.consoleApp, token).client.console.session({})).Operator?.OperatorId).toBe(
    operatorId,
  );
});
