import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from '#server/http/create-http-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { labTurnstileSettings, mountCaptchaSimulator } from './simulate-captcha.ts';

const config = readConfig({ NODE_ENV: 'test' });
const log = createLog({ level: 'silent' });
const app = createHttpApp({ config, log, metrics: createMetrics(), headers: createHeaderPolicy(config).of('api') });
const at = new URL(labTurnstileSettings('http://localhost:8080/games/').verifyUrl).pathname.replace('/siteverify', '');
const secret = String(labTurnstileSettings('http://localhost:8080').secrets[0]);
const frame = 'http://captcha.localhost:8081';
let now = new Date('2026-03-01T12:00:00Z');
beforeAll(async () => {
  mountCaptchaSimulator(app, { now: () => now });
  await app.ready();
});
afterAll(() => app.close());

const send = (path: string, payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: at + path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });
const issue = async () =>
  (await send('/token', 'action=email_login', { origin: frame })).json<{ token: string }>().token;
const verify = async (fields: Record<string, string>, asJson = false) => {
  const response = asJson
    ? await send('/siteverify', JSON.stringify(fields), { 'content-type': 'application/json' })
    : await send('/siteverify', new URLSearchParams(fields).toString());
  expect(response.statusCode).toBe(200);
  return response.json<{ success: boolean; 'error-codes': string[] }>();
};

test('its script can be loaded from the frame’s origin', async () => {
  const response = await app.inject(`${at}/api.js?render=explicit`);
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(response.body).toContain('window.turnstile = {');
});

test('issues a token for the origin of the page, readable only there', async () => {
  const response = await send('/token', 'action=a', { origin: frame });
  expect(response.headers['access-control-allow-origin']).toBe(frame);
  expect((await send('/token', 'action=a')).statusCode).toBe(403);
});

test.each([true, false])(
  'verifies a token once, and again only with the same idempotency key (JSON: %s)',
  async (asJson) => {
    const response = await issue();
    const yes = await verify({ secret, response, idempotency_key: 'one' }, asJson);
    expect(yes).toEqual({
      success: true,
      'error-codes': [],
      challenge_ts: '2026-03-01T12:00:00.000Z',
      hostname: 'captcha.localhost',
      action: 'email_login',
      cdata: '',
    });
    expect(await verify({ secret, response, idempotency_key: 'one' }, asJson)).toEqual(yes);
    expect((await verify({ secret, response, idempotency_key: 'two' }, asJson))['error-codes']).toEqual([
      'timeout-or-duplicate',
    ]);
    expect((await verify({ secret, response }, asJson)).success).toBe(false);
  },
);

test('rejects a token after five minutes', async () => {
  const response = await issue();
  now = new Date(now.getTime() + 300_001);
  expect((await verify({ secret, response }))['error-codes']).toEqual(['timeout-or-duplicate']);
});

test.each([
  [{ response: 'x' }, 'missing-input-secret'],
  [{ secret }, 'missing-input-response'],
  [{ secret, response: 'XXXX.DUMMY.TOKEN.XXXX' }, 'invalid-input-response'],
  [{ secret: 'another', response: 'x' }, 'invalid-input-secret'],
  [{ secret: '2x0000000000000000000000000000000AA', response: 'x' }, 'invalid-input-response'],
  [{ secret: '3x0000000000000000000000000000000AA', response: 'x' }, 'timeout-or-duplicate'],
])('answers %j with %s', async (fields, code) => {
  expect(await verify(fields)).toEqual({ success: false, 'error-codes': [code] });
});

test('the settings point to the simulator on the portal’s origin', () => {
  expect(labTurnstileSettings('http://localhost:8080')).toMatchObject({
    scriptUrl: 'http://localhost:8080/lab/vendors/captcha/api.js?render=explicit',
    verifyUrl: 'http://localhost:8080/lab/vendors/captcha/siteverify',
  });
});
