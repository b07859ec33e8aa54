import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { labTurnstileSettings, mountCaptchaSimulator, type CaptchaSimulator } from '#lab/captcha/simulate-captcha.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from '#server/http/create-http-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { FetchBlockedError, safeFetch, type SafeFetch, type SafeFetchOptions } from '#server/http/safe-fetch.ts';
import { createGameWidgetFinder } from './game-widget.ts';
import { createCaptchaVerifier, type CaptchaVerifier, type CaptchaVerifierOptions } from './captcha-verifier.ts';

const host = 'captcha.games.example';
const logged: string[] = [];
const log = createLog({ level: 'info', write: (line) => logged.push(line) });
const config = readConfig({ NODE_ENV: 'test' });
const app = createHttpApp({ config, log, metrics: createMetrics(), headers: createHeaderPolicy(config).of('api') });
let now = new Date('2026-03-01T12:00:00Z');
let simulator: CaptchaSimulator;
let vendor: ReturnType<typeof labTurnstileSettings>;

beforeAll(async () => {
  simulator = mountCaptchaSimulator(app, { now: () => now });
  await app.listen({ host: '127.0.0.1', port: 0 });
  vendor = labTurnstileSettings(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
});
afterAll(() => app.close());
beforeEach(() => {
  simulator.setMode('honest');
  now = new Date('2026-03-01T12:00:00Z');
  logged.length = 0;
});

function captcha(changes: Partial<CaptchaVerifierOptions> = {}): CaptchaVerifier {
  return createCaptchaVerifier({
    ...vendor,
    hostnames: [host],
    safeFetch,
    now: () => now,
    log,
    production: false,
    ...changes,
  });
}

async function tokenFor(action: string, onHost = host): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/lab/vendors/captcha/token',
    headers: { origin: `https://${onHost}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `action=${action}`,
  });
  return response.json<{ token: string }>().token;
}

const faults = (): string[] => logged.filter((line) => line.includes('"level":"error"'));
const warnings = (): string[] => logged.filter((line) => line.includes('"level":"warn"'));

/** The vendor as a list of responses, one per request; requests are recorded. */
function answering(...answers: (object | Error)[]): {
  safeFetch: SafeFetch;
  asked: (SafeFetchOptions & { sent: Sent })[];
} {
  const asked: (SafeFetchOptions & { sent: Sent })[] = [];
  return {
    asked,
    safeFetch: async (_, options = {}) => {
      asked.push({ ...options, sent: JSON.parse(String(options.body)) as Sent });
      const answer = answers[asked.length - 1];
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked once too often');
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
    },
  };
}

type Sent = Readonly<Record<string, string>>;

const good = {
  success: true,
  challenge_ts: '2026-03-01T11:59:00Z',
  hostname: host,
  action: 'email_login',
  'error-codes': [],
};
const refusal = (...codes: string[]): object => ({ success: false, 'error-codes': codes });

test('accepts a fresh token of our widget once', async () => {
  const { check } = captcha();
  const token = await tokenFor('email_login');
  expect(await check(token, 'email_login', '192.0.2.7')).toBe('passed');
  expect(await check(token, 'email_login', '192.0.2.7')).toBe('refused');
  expect(faults()).toEqual([]);
});

test('of fifty concurrent checks of one token one passes', async () => {
  const checks = [captcha(), captcha()];
  const token = await tokenFor('email_login');
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => checks[index % 2]?.check(token, 'email_login')),
  );
  expect(outcomes.filter((outcome) => outcome === 'passed')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(49);
});

test('sends what the vendor requires, with a timeout of four seconds', async () => {
  const { safeFetch, asked } = answering(good, good);
  const { check } = captcha({ safeFetch });
  expect(await check('a token', 'email_login', '192.0.2.7')).toBe('passed');
  expect(await check('a token', 'email_login')).toBe('passed');
  expect(asked[0]).toMatchObject({ method: 'POST', timeoutMs: 4000, headers: { 'content-type': 'application/json' } });
  expect(asked[0]?.sent).toEqual({
    secret: vendor.secrets[0],
    response: 'a token',
    remoteip: '192.0.2.7',
    idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(asked[1]?.sent).not.toHaveProperty('remoteip');
  expect(asked[1]?.sent['idempotency_key']).not.toBe(asked[0]?.sent['idempotency_key']);
});

test.each([
  ['no token at all', ''],
  ['a token longer than any', 'x'.repeat(2049)],
])('rejects %s without a request', async (_, token) => {
  const before = simulator.verified();
  expect(await captcha().check(token, 'email_login')).toBe('refused');
  expect(simulator.verified()).toBe(before);
});

test('rejects an invented token, and the dummy token', async () => {
  const { check } = captcha();
  expect(await check('0.invented', 'email_login')).toBe('refused');
  expect(await check('XXXX.DUMMY.TOKEN.XXXX', 'email_login')).toBe('refused');
  expect(faults()).toEqual([]);
});

test('rejects a token made for another action, on another host, or too long ago', async () => {
  const { check } = captcha();
  expect(await check(await tokenFor('other'), 'email_login')).toBe('refused');
  expect(await check(await tokenFor('email_login', 'evil.example'), 'email_login')).toBe('refused');
  expect(warnings()).toHaveLength(2);
  const old = await tokenFor('email_login');
  now = new Date(now.getTime() + 301_000);
  expect(await check(old, 'email_login')).toBe('refused');
});

test.each([
  ['the challenge is older than five minutes', { ...good, challenge_ts: '2026-03-01T11:54:59Z' }],
  ['the challenge is of the future', { ...good, challenge_ts: '2026-03-01T12:05:01Z' }],
  ['the time of the challenge is missing', { ...good, challenge_ts: undefined }],
  ['the time of the challenge is invalid', { ...good, challenge_ts: 'soon' }],
  ['the host is missing', { ...good, hostname: undefined }],
  ['the host only ends like ours', { ...good, hostname: `evil-${host}` }],
  ['the action is missing', { ...good, action: undefined }],
  ['success is a text', { ...good, success: 'true' }],
  ['success is missing', { ...good, success: undefined }],
  ['the reply is not an object', []],
])('rejects even a token that the vendor accepts if %s', async (_, answer) => {
  const { safeFetch } = answering(answer);
  expect(await captcha({ safeFetch }).check('a token', 'email_login')).toBe('refused');
});

test.each([
  ['ahead', 20 * 60_000, 'the challenge was 1200 s before now, which is'],
  ['behind', -20 * 60_000, 'the challenge was 1200 s after now, which is'],
])('names the clock as the reason if the machine is %s', async (_, offMs, text) => {
  const { safeFetch } = answering(good);
  const right = new Date(good.challenge_ts);
  const check = captcha({ safeFetch, now: () => new Date(right.getTime() + offMs) });
  expect(await check.check('a token', 'email_login')).toBe('refused');
  expect(warnings().join()).toContain(text);
  expect(warnings().join()).toContain('by NTP');
});

test.each([
  ['fail', 0],
  ['spent', 0],
  ['500', 1],
  ['html', 1],
  ['internal', 1],
] as const)('refuses when the vendor answers with "%s", and reports %i faults of ours', async (mode, count) => {
  simulator.setMode(mode);
  const token = await tokenFor('email_login');
  expect(await captcha().check(token, 'email_login')).toBe('refused');
  expect(faults()).toHaveLength(count);
  expect(logged.join('')).not.toContain(token);
});

test('rejects if the vendor is slow, without waiting for it', async () => {
  simulator.setMode('slow');
  const impatient: SafeFetch = (address, options) => safeFetch(address, { ...options, timeoutMs: 200 });
  const token = await tokenFor('email_login');
  expect(await captcha({ safeFetch: impatient }).check(token, 'email_login')).toBe('refused');
  expect(faults().join('')).toContain('did not answer within 200 ms');
  expect(logged.join('')).not.toContain(token);
});

test('rejects if the vendor is unreachable', async () => {
  const { safeFetch } = answering(new FetchBlockedError('no network'));
  expect(await captcha({ safeFetch }).check('a token', 'email_login')).toBe('refused');
  expect(faults()).toHaveLength(1);
});

test('calls loopback only outside production', async () => {
  const asked = answering(good, good);
  await captcha({ safeFetch: asked.safeFetch }).check('a', 'email_login');
  const keys = { siteKey: '0x4AAAAAAA', secrets: ['0x4AAAAAAA-secret'], production: true };
  await captcha({ safeFetch: asked.safeFetch, ...keys }).check('a', 'email_login');
  expect(asked.asked.map(({ allowLoopback }) => allowLoopback)).toEqual([true, false]);
});

test('retries once with the same key if the vendor failed after consuming the token', async () => {
  simulator.setMode('internal-once');
  const before = simulator.verified();
  expect(await captcha().check(await tokenFor('email_login'), 'email_login')).toBe('passed');
  expect(simulator.verified()).toBe(before + 2);
  simulator.setMode('internal');
  expect(await captcha().check(await tokenFor('email_login'), 'email_login')).toBe('refused');
  expect(simulator.verified()).toBe(before + 4);
});

test("tries the previous secret only if the vendor doesn't know the newest, and logs it", async () => {
  const token = await tokenFor('email_login');
  expect(await captcha({ secrets: ['a-new-one', ...vendor.secrets] }).check(token, 'email_login')).toBe('passed');
  expect(faults()).toHaveLength(1);
  const { safeFetch, asked } = answering(refusal('timeout-or-duplicate'));
  expect(await captcha({ safeFetch, secrets: ['one', 'two'] }).check('t', 'email_login')).toBe('refused');
  expect(asked).toHaveLength(1);
});

test('rejects if no secret is known', async () => {
  expect(await captcha({ secrets: ['one', 'two'] }).check(await tokenFor('email_login'), 'email_login')).toBe(
    'refused',
  );
  expect(faults().length).toBeGreaterThanOrEqual(2);
});

test.each([
  ['1x0000000000000000000000000000000AA', 'passed'],
  ['2x0000000000000000000000000000000AA', 'refused'],
  ['3x0000000000000000000000000000000AA', 'refused'],
])('with the test secret %s every token is %s', async (secret, outcome) => {
  const { check } = captcha({ secrets: [secret] });
  expect(await check('XXXX.DUMMY.TOKEN.XXXX', 'email_login')).toBe(outcome);
});

test.each<[string, Partial<CaptchaVerifierOptions>, string]>([
  ['without a secret', { secrets: [] }, 'no secret'],
  ['with an empty secret', { secrets: ['good', ''] }, 'no secret'],
  ['without a site key', { siteKey: '' }, 'no site key'],
  ['without a host', { hostnames: [] }, 'no hostname'],
  ['in production with a site key for tests', { production: true }, 'for tests'],
  [
    'in production with a secret for tests',
    { production: true, siteKey: '0x4A', secrets: ['real', '1x0000000000000000000000000000000AA'] },
    'for tests',
  ],
])('does not start %s', (_, changes, text) => {
  expect(() => captcha(changes)).toThrow(text);
});

test('calls another vendor with a form, and needs no action if the vendor reports none', async () => {
  const sent: SafeFetchOptions[] = [];
  const answers: SafeFetch = async (_, options = {}) => {
    sent.push(options);
    const { action: _action, ...untold } = good;
    const answer = sent.length === 1 ? untold : { ...good, action: 'other' };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
  };
  const { check } = captcha({ safeFetch: answers, other: {}, now: () => new Date(good.challenge_ts) });
  expect(await check('a token', 'email_login', '192.0.2.7')).toBe('passed');
  expect(sent[0]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
  const fields = new URLSearchParams(String(sent[0]?.body));
  expect([fields.get('response'), fields.get('remoteip'), fields.get('secret')]).toEqual([
    'a token',
    '192.0.2.7',
    vendor.secrets[0],
  ]);
  // A value that is present must be correct.
  expect(await check('a token', 'email_login')).toBe('refused');
});

test("a token of a game's own widget is verified with that game's secret only", async () => {
  const config = { Turnstile: { SiteKey: '0x4Game' } } as PublicGameConfig;
  const findGameWidget = createGameWidgetFinder(
    async (game) => (game === 'plain' ? { config: {} as PublicGameConfig } : { config }),
    { miner: 'of the miner', plain: 'of nobody' },
  );
  const secretFor = async (game?: string): Promise<unknown> => {
    const { safeFetch: fetch, asked } = answering({ success: false, 'error-codes': [] });
    await captcha({ findGameWidget, safeFetch: fetch, secrets: ['of the portal'] }).check('t', 'support', '', game);
    return asked[0]?.sent['secret'];
  };
  expect(await secretFor('miner')).toBe('of the miner');
  for (const other of ['plain', 'courier', 'toString', undefined])
    expect(await secretFor(other), other).toBe('of the portal');
  expect(await findGameWidget('miner')).toMatchObject({ siteKey: '0x4Game' });
});
