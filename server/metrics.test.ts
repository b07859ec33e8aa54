// Checks the server's metrics, and that dashboard and alerts name only exported ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { maxBackupAgeSeconds } from './db/scheduled-backups.ts';
import { loadPlatforms } from './features/game-sign-in/load-platforms.ts';
import { createPlatformHost } from './features/game-sign-in/platform-host.ts';
import { createIdentityHost as identityHostOf } from './features/identities/identity-hosts.ts';
import { loadIdentityAdapters } from './features/identities/load-identity-adapters.ts';
import { RecipientRejectedError } from './features/mail/mail-transport.ts';
import { withMailMetrics } from './features/mail/with-mail-metrics.ts';
import { loadProviders } from './features/orders/providers/load-providers.ts';
import { findProviderAccount } from './features/orders/providers/provider-account.ts';
import type { AdapterSettings } from './features/settings/adapter-settings.ts';
import { createCountedFetch, withVendorCallMetrics } from './http/with-vendor-call-metrics.ts';
import { createLog } from './http/log.ts';
import { createMetrics } from './http/metrics.ts';
import { redisOutageEffect } from './http/shared-rate-limits.ts';
import { FetchBlockedError, type SafeFetch } from './http/safe-fetch.ts';
import { registerServerGauges } from './server-gauges.ts';
import { buildAccount } from './testing/build-accounts.ts';
import { createTestApp, passingCaptchaToken, type TestApp } from './testing/create-test-app.ts';
import { createTestDatabase } from './testing/create-test-database.ts';

const root = join(import.meta.dirname, '..');
const file = (path: string): string => readFileSync(join(root, path), 'utf8');

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ env: { NODE_NAME: 'node-7', BUILD: '1.2.3+abc' } });
});
afterAll(() => server[Symbol.asyncDispose]());

const read = async (): Promise<string> => (await server.app.inject('/metrics')).body;
const call = (path: string, payload: object, token?: string) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });

const clock = { differenceMs: () => -1500 };

/** All exported names, without the suffixes that histograms add. */
async function exportedNames(): Promise<Set<string>> {
  const metrics = createMetrics();
  const { database, drop } = await createTestDatabase();
  const log = createLog({ level: 'silent' });
  registerServerGauges(metrics, { config: readConfig({}), database, redis: { ping: async () => 'PONG' }, clock, log });
  const text = await metrics.text();
  await drop();
  return new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
}

test('counts problems by their code, and sign-ins by method and outcome', async () => {
  await call('/auth/authenticate_from_temp_token', { TempToken: 'fxt_x' });
  await call('/auth/authenticate_to_fxid', { AuthenticationType: 'google' });
  await call('/auth/authenticate_to_fxid', { AuthenticationType: 'a text of a stranger' });
  await call('/auth/authenticate_from_email_code', { Handle: 'x', Code: '123456' });
  const { Token: Handle } = await server
    .client()
    .invite.emailInvite({ Email: 'ada@mail.example', CaptchaResult: passingCaptchaToken });
  const [mail = { data: {} }] = server.mails;
  await call('/auth/authenticate_from_email_code', { Handle, Code: (mail.data as { code: string }).code });
  const text = await read();
  expect(text).toContain('fxid_problems_total{call="auth.authenticateFromTempToken",code="TokenExpiredOrUsed"} 1');
  expect(text).toContain('fxid_sign_ins_total{way="authenticateFromTempToken",outcome="TokenExpiredOrUsed"} 1');
  expect(text).toMatch(/fxid_sign_ins_total\{way="google",outcome="\w+"\} 1/);
  expect(text).toContain('fxid_sign_ins_total{way="authenticateFromEmailCode",outcome="ok"} 1');
  expect(text).toContain('fxid_sign_ins_total{way="authenticateFromEmailCode",outcome="Refused"} 1');
  expect(text).not.toContain('stranger');
});

test('counts rejected webhooks under the calls that their alert names', async () => {
  await call('/hooks/no-such-provider', {});
  await call('/hooks/no-such-provider/gem-miner', {});
  const refused = [...(await read()).matchAll(/^fxid_requests_total\{call="([^"]*hooks[^"]*)",status="4\d\d"\} 1$/gm)];
  const [, pattern = ''] = /FxidWebhooksRefused[^]*?call=~"([^"]+)",status=~"4\.\."/.exec(file('ops/alerts.yml')) ?? [];
  expect(refused.map(([, name = '']) => new RegExp(`^${pattern}$`).test(name))).toEqual([true, true]);
});

test('exports build, node, pool and database', async () => {
  const text = await read();
  expect(text).toContain('fxid_build_info{build="1.2.3+abc",node="node-7"} 1');
  expect(text).toMatch(/fxid_pool_connections\{state="idle"\} [1-9]/);
  expect(text).toContain('fxid_pool_waiting 0');
  expect(text).toContain('fxid_database_up 1');
});

test("answers even if the database, Redis and the object store don't", async () => {
  const metrics = createMetrics();
  const { database, drop } = await createTestDatabase();
  const log = createLog({ level: 'silent' });
  const redis = { ping: () => Promise.reject(new Error('gone')) };
  const buildStore = { store: { probe: () => Promise.reject(new Error('gone')) } };
  registerServerGauges(metrics, { config: readConfig({}), database, redis, buildStore, clock, log });
  await drop();
  const text = await metrics.text();
  expect(text).toContain('fxid_clock_difference_seconds -1.5');
  expect(text).toContain('fxid_database_up 0');
  expect(text).toContain('fxid_redis_up 0');
  expect(text).toContain('fxid_object_store_up 0');
});

test('exports the age of the last backups, if they are scheduled', async () => {
  const { database, drop } = await createTestDatabase();
  await sql`update scheduled_backups set finished_at = now() - interval '3 days' where kind = 'games'`.execute(
    database.kysely,
  );
  const log = createLog({ level: 'silent' });
  const textOf = (config: ReturnType<typeof readConfig>): Promise<string> => {
    const metrics = createMetrics();
    registerServerGauges(metrics, { config, database, redis: undefined, clock, log });
    return metrics.text();
  };
  const text = await textOf(readConfig({}));
  expect(text).toMatch(/^fxid_backup_age_seconds\{kind="games"\} 2592\d\d/m);
  expect(text).toMatch(/^fxid_backup_age_seconds\{kind="database"\} /m);
  expect(await textOf(readConfig({ SCHEDULED_BACKUPS: 'off' }))).not.toContain('fxid_backup_age_seconds{');
  await drop();
});

test('alerts describe what the code does', () => {
  const alerts = file('ops/alerts.yml');
  const alertOf = (name: string): string => alerts.split('- alert: ').find((each) => each.startsWith(name)) ?? '';
  expect(alertOf('FxidRedisDown')).toContain(redisOutageEffect);
  expect(file('docs/guides/operators.md')).toContain(redisOutageEffect);
  expect(alertOf('FxidBackupOld')).toContain(`> ${maxBackupAgeSeconds}\n`);
});

test("a request's log line has the type of caller and the problem", async () => {
  const accountId = await buildAccount(server.database);
  const { token } = await server.sessions.begin(accountId);
  await server.client(token).profile.get({});
  await expect(server.client().profile.get({})).rejects.toMatchObject({ code: 'Unauthenticated' });
  const lines = server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = lines.filter((line) => line['call'] === 'profile.get');
  expect(of).toMatchObject([
    { status: 200, caller: 'player' },
    { status: 401, caller: 'anyone', problem: 'Unauthenticated' },
  ]);
});

test('every line has the node and the build', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line), base: { node: 'node-7', build: '1.2.3' } });
  log.child({ jobId: 1 }).info('hello');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ node: 'node-7', build: '1.2.3', msg: 'hello' });
});

test('counts calls to vendors by adapter and outcome', async () => {
  const metrics = createMetrics();
  const answers: (number | Error)[] = [200, 401, 503, new FetchBlockedError('no'), new Error('reset')];
  const door = withVendorCallMetrics(async () => {
    const next = answers.shift() ?? 200;
    if (typeof next !== 'number') throw next;
    return { status: next, headers: {}, body: Buffer.alloc(0) };
  }, metrics);
  const ask = createCountedFetch(door, 'stripe');
  for (let n = 0; n < 5; n += 1) await ask('https://vendor.example/').catch(() => undefined);
  await door('https://nobody.example/');
  const text = await metrics.text();
  for (const outcome of ['ok', 'refused', 'failing', 'forbidden', 'unreachable'])
    expect(text).toContain(`fxid_provider_calls_total{provider="stripe",outcome="${outcome}"} 1`);
  expect(text.match(/^fxid_provider_calls_total\{/gm)).toHaveLength(5);
});

test("every adapter's calls are counted under its folder, and the captcha's under its own name", async () => {
  const asked: (string | undefined)[] = [];
  const fetch: SafeFetch = async (_, options) => {
    asked.push(options?.provider);
    return { status: 200, headers: {}, body: Buffer.from('{"success":true}') };
  };
  const settings = {
    read: async () => ({}),
    readOwned: async () => ({ settings: {}, owner: '' }),
    readTrusted: async () => ({ settings: {}, scope: undefined }),
  } as unknown as AdapterSettings;
  const log = createLog({ level: 'silent' });
  const deps = { fetch, settings, log, now: () => new Date() };
  const expected: string[] = [];
  const ask = async (host: unknown, name: string): Promise<void> => {
    expected.push(name);
    await (host as { fetch: SafeFetch }).fetch('https://vendor.example/');
  };
  const portalUrl = 'https://play.example';
  const call = { game: 'chess', caller: { ip: '127.0.0.1' } };
  for (const platform of await loadPlatforms())
    await ask(
      (await createPlatformHost({ ...deps, database: server.database, portalUrl }, platform, call)).host,
      platform.folder,
    );
  const identities = await loadIdentityAdapters();
  const identityDeps = { ...deps, identities, portalUrl: new URL(portalUrl) };
  for (const identity of identities)
    await ask((await identityHostOf(identityDeps, identity, undefined)).host, identity.folder);
  const providers = await loadProviders();
  for (const provider of providers) {
    const list = async (_: unknown, host: unknown) => {
      await ask(host, provider.folder);
      return [];
    };
    const account = await findProviderAccount(
      { ...deps, sealer: server.sealer, providers, breakers: server.money.deps.breakers },
      { ...provider, adapter: { ...provider.adapter, list } },
      undefined,
    );
    await account?.listPayments({ from: deps.now(), to: deps.now() });
  }
  expect(asked).toEqual(expected);
  expect(expected.length).toBeGreaterThan(8);
  await using other = await createTestApp({ vendorFetch: fetch });
  await other
    .client()
    .invite.emailInvite({ Email: 'ada@mail.example', CaptchaResult: passingCaptchaToken })
    .catch(() => undefined);
  expect(asked.at(-1)).toBe('captcha');
});

test("counts mails by the mail server's reply", async () => {
  const metrics = createMetrics();
  const answers: (Error | undefined)[] = [undefined, new RecipientRejectedError(550), new Error('reset')];
  const transport = withMailMetrics(
    {
      send: async () => {
        const next = answers.shift();
        if (next) throw next;
      },
    },
    metrics,
  );
  for (let n = 0; n < 3; n += 1) await transport.send({} as never).catch(() => undefined);
  const text = await metrics.text();
  for (const outcome of ['sent', 'refused', 'failed'])
    expect(text).toContain(`fxid_mails_total{outcome="${outcome}"} 1`);
});

test('dashboard and alerts name only exported metrics', async () => {
  const exported = await exportedNames();
  for (const path of ['ops/alerts.yml', 'ops/grafana-dashboard.json']) {
    const named = new Set([...file(path).matchAll(/\b(?:fxid|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name));
    expect(named.size, path).toBeGreaterThan(10);
    const unknown = [...named].filter(
      (name) => !exported.has(name.replace(/_(bucket|sum|count)$/, '')) && !exported.has(name),
    );
    expect(unknown, path).toEqual([]);
  }
});

test('the dashboard shows each of our metrics', async () => {
  const dashboard = file('ops/grafana-dashboard.json');
  const ours = [...(await exportedNames())].filter((name) => name.startsWith('fxid_'));
  expect(ours.filter((name) => !dashboard.includes(name))).toEqual([]);
});

test("the operators' guide lists exactly our exported metrics", async () => {
  // Metrics that only a complete server has are in start-server.ts.
  const started = [...file('server/start-server.ts').matchAll(/'(fxid_[a-z_]+)'/g)].map(([, name = '']) => name);
  const exported = [...(await exportedNames()), ...started].filter((name) => name.startsWith('fxid_'));
  const table = file('docs/guides/operators.md').matchAll(/^\| `(fxid_[a-z_]+)` \|/gm);
  expect([...table].map(([, name = '']) => name).sort()).toEqual(exported.sort());
});
