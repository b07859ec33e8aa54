import { Script } from 'node:vm';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { composeMail } from '#server/features/mail/compose-mail.ts';
import type { MailMessage } from '#server/features/mail/build-mime.ts';
import { sampleMailContext, sampleMails } from '#server/features/mail/sample-mails.ts';
import { createHttpApp } from '#server/http/create-http-app.ts';
import { createHeaderPolicy } from '#server/http/headers.ts';
import { createLog } from '#server/http/log.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { createMailbox, type Mailbox } from './create-mailbox.ts';
import { findLinks } from './find-links.ts';

let app: FastifyInstance;
let mailbox: Mailbox;
let clockMs: number;
beforeEach(async () => {
  const config = readConfig({ NODE_ENV: 'test' });
  const log = createLog({ level: 'silent' });
  app = createHttpApp({ config, log, metrics: createMetrics(), headers: createHeaderPolicy(config).of('api') });
  clockMs = Date.parse('2026-11-14T10:05:00Z');
  mailbox = createMailbox({ now: () => new Date((clockMs += 1000)) });
  mailbox.mount(app);
  await app.ready();
});
afterEach(() => app.close());

const message = (id: string, more: Partial<MailMessage> = {}): MailMessage => ({
  id: `${id}@play.example`,
  ...composeMail('sign-in', 'en', sampleMails['sign-in'], sampleMailContext),
  ...more,
});
const get = (url: string): Promise<LightMyRequestResponse> => app.inject({ url });
const list = async (query = ''): Promise<Record<string, unknown>[]> => (await get(`/lab/mail.json${query}`)).json();

test('lists sent mails, newest first, as a mail program would parse them', async () => {
  await mailbox.transport.send(message('one'));
  await mailbox.transport.send(message('two', { subject: 'Grüße سلام', to: 'omid@example.org' }));
  const [second, first, ...more] = await list();
  expect(more).toEqual([]);
  expect(second).toMatchObject({ id: 'two@play.example', to: 'omid@example.org', subject: 'Grüße سلام' });
  expect(first).toMatchObject({
    id: 'one@play.example',
    to: 'mina@example.org',
    from: 'Night Arcade <noreply@play.example>',
    subject: 'Sign in to Night Arcade',
    receivedAt: '2026-11-14T10:05:01.000Z',
    links: [sampleMails['sign-in'].link],
  });
  expect(first?.['text']).toContain('482913');
  expect(first?.['html']).toContain('<html lang="en"');
  expect(await list('?to=OMID@example.org')).toMatchObject([{ id: 'two@play.example' }]);
  expect(await list('?to=nobody@example.org')).toEqual([]);
});

test('keeps a repeated mail once, and the newest 200 mails', async () => {
  for (let n = 0; n < 203; n += 1) await mailbox.transport.send(message(`mail-${n}`));
  await mailbox.transport.send(message('mail-150'));
  const mails = await list();
  expect(mails).toHaveLength(200);
  expect(mails[0]).toMatchObject({ id: 'mail-150@play.example' });
  expect(mails[199]).toMatchObject({ id: 'mail-3@play.example' });
});

test('has a page for an empty mailbox', async () => {
  const { statusCode, headers, body } = await get('/lab/mail');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('No email yet');
  expect(body).toContain('None of it is delivered');
  const nonce = /script-src 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  expect(body).toContain(`<script nonce="${nonce}">`);
  expect(headers['content-security-policy']).not.toContain('sandbox');
  expect((await get('/lab/mail')).body).not.toContain(nonce);
});

test('the script that refreshes the list has no syntax error', async () => {
  const { body } = await get('/lab/mail');
  const [, script = ''] = /<script nonce="[^"]+">(.*?)<\/script>/s.exec(body) ?? [];
  expect(script).toContain('setInterval');
  expect(() => new Script(script)).not.toThrow();
});

test('opens a mail in a sandboxed frame without scripts, with links that open outside it', async () => {
  await mailbox.transport.send(message('one'));
  const { body } = await get('/lab/mail?id=one@play.example');
  const [, sandbox, srcdoc = ''] = /<iframe title="Email" sandbox="([^"]*)" srcdoc="([^"]*)">/.exec(body) ?? [];
  expect(sandbox).toBe('allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox');
  expect(srcdoc).toContain('&lt;head&gt;&lt;base target=&quot;_top&quot;&gt;');
  expect(body).toContain('aria-current="true"');
  const asText = await get('/lab/mail?id=one@play.example&view=text');
  expect(asText.body).not.toContain('<iframe');
  expect(asText.body).toContain('Or enter this code: 482913');
});

test('escapes subjects and addresses', async () => {
  const bad = '"><script>alert(1)</script>';
  await mailbox.transport.send(message('one', { subject: bad, text: bad, html: bad }));
  for (const query of [
    '',
    '?id=one@play.example',
    '?id=one@play.example&view=text',
    `?to=${encodeURIComponent(bad)}`,
  ]) {
    const { body, statusCode } = await get(`/lab/mail${query}`);
    expect(statusCode).toBe(200);
    expect(body).not.toContain('<script>');
  }
});

test('reports that a mail no longer exists', async () => {
  const { statusCode, body } = await get('/lab/mail?id=none@play.example');
  expect(statusCode).toBe(404);
  expect(body).toContain('This email no longer exists');
});

test.each([
  '/lab/mail?view=pdf',
  '/lab/mail?more=1',
  '/lab/mail?id=a&id=b',
  `/lab/mail?id=${'a'.repeat(301)}`,
  '/lab/mail?id=%00',
  '/lab/mail.json?to=a&to=b',
  '/lab/mail.json?id=1',
  `/lab/mail.json?to=${'a'.repeat(255)}`,
  '/lab/mail?id=%ff',
])('refuses %s', async (url) => {
  const { statusCode } = await get(url);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
});

test('finds every link once', () => {
  expect(findLinks('See https://a.example/x?y=1&z=2 there', '<a href="https://a.example/x?y=1&amp;z=2">')).toEqual([
    'https://a.example/x?y=1&z=2',
  ]);
  expect(findLinks('none', '<p>none</p>')).toEqual([]);
  expect(findLinks('http://t.example', '<a class="b" href="http://h.example">')).toEqual([
    'http://h.example',
    'http://t.example',
  ]);
});
