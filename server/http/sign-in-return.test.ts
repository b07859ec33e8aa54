import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
import { isSensitivePage } from '#model/sensitive-page.ts';
import { readConfig } from '#server/config.ts';
import { createHttpApp } from './create-http-app.ts';
import { createHeaderPolicy } from './headers.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { closeTabTexts, mountSignInReturnPage } from './sign-in-return.ts';

const config = readConfig({ NODE_ENV: 'test' });
const policy = createHeaderPolicy(config);
const logged: string[] = [];
const log = createLog({ level: 'info', write: (line) => logged.push(line) });
const app = createHttpApp({ config, log, metrics: createMetrics(), headers: policy.of('api') });
beforeAll(() => mountSignInReturnPage(app, { policy }));
afterAll(() => app.close());

const visit = (query = '', headers: Record<string, string> = {}) =>
  app.inject({ url: `/SignInReturn${query}`, headers: { accept: 'text/html', ...headers } });
const post = (payload: string | Buffer, type = 'application/x-www-form-urlencoded') =>
  app.inject({
    method: 'POST',
    url: '/SignInReturn',
    headers: { 'content-type': type, origin: 'https://vendor.example', 'sec-fetch-site': 'cross-site' },
    payload,
  });

/** Runs the page's script like a browser and returns its effects. */
function run(html: string, address: string, { hasOpener = true } = {}) {
  const script = /<script nonce="[^"]+">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  const done: unknown[] = [];
  const url = new URL(address);
  const text = { hidden: true };
  const opener = { postMessage: (message: unknown, target: string) => void done.push(['opener', message, target]) };
  class BroadcastChannel {
    name: string;
    constructor(name: string) {
      this.name = name;
    }
    postMessage(message: unknown): void {
      done.push([this.name, message]);
    }
    close(): void {
      done.push('channel closed');
    }
  }
  const window = { opener: hasOpener ? opener : null, close: () => void done.push('closed') };
  runInNewContext(script, {
    window,
    location: url,
    document: { getElementById: () => text },
    history: { replaceState: (_: unknown, __: string, path: string) => void done.push(['address', path]) },
    setTimeout: (act: () => void) => act(),
    BroadcastChannel,
  });
  // Cloned out of the other realm, so that it can be compared.
  return { done: structuredClone(done), isTextShown: !text.hidden };
}

test('sends the full address to the opener of its own origin and to the channel, clears it, and closes', async () => {
  const address = 'https://play.example/SignInReturn?code=a&state=b#id_token=c';
  const message = { type: 'fxid-sign-in-return', url: address };
  const { body } = await visit('?code=a&state=b');
  expect(run(body, address)).toEqual({
    done: [
      ['address', '/SignInReturn'],
      ['opener', message, 'https://play.example'],
      ['fxid-sign-in', message],
      'channel closed',
      'closed',
    ],
    isTextShown: true,
  });
  expect(body).not.toContain('code=a');
});

test('uses only the channel if the vendor removed the opener', async () => {
  const { body } = await visit('?code=a');
  const { done } = run(body, 'https://play.example/SignInReturn?code=a', { hasOpener: false });
  expect(done).toContainEqual([
    'fxid-sign-in',
    { type: 'fxid-sign-in-return', url: 'https://play.example/SignInReturn?code=a' },
  ]);
});

test.each([
  'state=s&code=c&id_token=e30.e30.x&user=%7B%22name%22%3A1%7D',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"});alert(1);//',
  "'\\u0022\\",
  'a=\u2028\u2029b',
  '${alert(1)}`',
  '',
])('passes on a posted form unchanged: %j', async (form) => {
  const response = await post(form);
  expect(response.statusCode).toBe(200);
  expect(response.body.match(/<script/g)).toHaveLength(1);
  expect(response.body.match(/<\/script/g)).toHaveLength(1);
  expect(response.body).not.toMatch(/[\u2028\u2029]|<!--/);
  const address = 'https://play.example/SignInReturn';
  const { done } = run(response.body, address);
  const expected = { type: 'fxid-sign-in-return', url: address, form };
  expect(done[1]).toEqual(['opener', expected, 'https://play.example']);
});

test('the page contains nothing of the address or of a header', async () => {
  const { body } = await visit('?lang=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', {
    'accept-language': '"><script>alert(1)</script>',
    referer: 'https://evil.example/<script>',
  });
  expect(body).not.toContain('alert');
  expect(body.match(/<script/g)).toHaveLength(1);
});

test.each(['GET', 'POST'] as const)('has headers that prevent leaks and framing (%s)', async (method) => {
  const answer = () => (method === 'GET' ? visit('?code=a') : post('code=a'));
  const [one, other] = [await answer(), await answer()];
  const csp = String(one.headers['content-security-policy']);
  const nonce = /script-src 'nonce-([^']+)'/.exec(csp)?.[1] ?? 'none';
  expect(csp).toMatch(/^default-src 'none';/);
  expect(csp).toContain("frame-ancestors 'none'");
  expect(csp).not.toContain('unsafe');
  expect(one.body).toContain(`<script nonce="${nonce}">`);
  expect(other.headers['content-security-policy']).not.toBe(csp);
  expect(one.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'unsafe-none',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  });
  expect(one.headers['set-cookie']).toBeUndefined();
});

test.each<[string, number, () => ReturnType<typeof post>]>([
  ['a form that is too large', 413, () => post(`code=${'x'.repeat(16 * 1024)}`)],
  ['JSON', 415, () => post('{}', 'application/json')],
  ['bytes that are no text', 400, () => post(Buffer.from([0x61, 0xff]))],
])('rejects %s', async (_, status, send) => {
  expect((await send()).statusCode).toBe(status);
});

test('accepts a form of nearly 16 kB', async () => {
  expect((await post(`code=${'x'.repeat(16 * 1024 - 5)}`)).statusCode).toBe(200);
});

test('has the text in every language, and shows it in the reader’s', async () => {
  expect(Object.keys(closeTabTexts).sort()).toEqual([...locales].sort());
  expect(new Set(Object.values(closeTabTexts)).size).toBe(locales.length);
  const persian = await visit('', { 'accept-language': 'fa-IR,fa;q=0.9,en;q=0.8' });
  expect(persian.body).toContain('<html lang="fa" dir="rtl">');
  expect(persian.body).toContain(closeTabTexts.fa);
  expect((await visit()).body).toContain(closeTabTexts.en);
});

test('neither the address nor the form is logged', async () => {
  logged.length = 0;
  await visit('?code=top-secret');
  await post('id_token=top-secret');
  expect(logged.length).toBeGreaterThanOrEqual(2);
  expect(logged.join('')).not.toContain('top-secret');
});

test('the page before the vendor’s has the same headers and does nothing, whatever its parameters', async () => {
  const [start, end] = [await app.inject({ url: '/SignInStart?code=a' }), await visit('?code=a')];
  expect(start.statusCode).toBe(200);
  const names = (answer: typeof start) => Object.keys(answer.headers).filter((name) => name !== 'content-length');
  expect(names(start).sort()).toEqual(names(end).sort());
  expect(start.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'unsafe-none',
    'cache-control': 'no-store',
  });
  expect(start.body).not.toMatch(/<script|code=a/);
  expect(isSensitivePage('/SignInStart')).toBe(true);
});

test('counts as a page with a token', () => {
  expect(isSensitivePage('/SignInReturn')).toBe(true);
  expect(isSensitivePage('/signinreturn/')).toBe(true);
  expect(isSensitivePage('/SignInReturns')).toBe(false);
});

test('is the same page at the address that the specification registers with VK ID', async () => {
  const path = '/api/v1/auth/authenticate_to_fxid';
  const reply = await app.inject({ url: `${path}?code=a&state=b&device_id=c`, headers: { accept: 'text/html' } });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  const address = `https://play.example${path}?code=a&state=b&device_id=c`;
  const { done } = run(reply.body, address);
  expect(done).toContainEqual(['opener', { type: 'fxid-sign-in-return', url: address }, 'https://play.example']);
});
