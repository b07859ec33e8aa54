import { expect, onTestFinished, test } from 'vitest';
import { startTestSmtp, type TestSmtpOptions } from '#server/features/mail/start-test-smtp.ts';
import type { Config } from '#server/config.ts';
import type { SafeFetch } from '#server/http/safe-fetch.ts';
import { checkMail, checkCaptcha } from './check-vendors.ts';

const now = (): Date => new Date('2026-11-15T12:00:00Z');
const mail = { mailFrom: 'Portal <noreply@play.example>', publicUrl: new URL('https://play.example') };

async function smtpServer(options?: TestSmtpOptions) {
  const smtp = await startTestSmtp(options);
  onTestFinished(() => smtp[Symbol.asyncDispose]());
  return smtp;
}

test('warns about a mail server without encryption, and sends a mail on request', async () => {
  const smtp = await smtpServer();
  const findings = await checkMail({ ...mail, smtpUrl: smtp.url }, { mailTo: 'op@play.example', now });
  expect(findings).toMatchObject([
    { verdict: 'warning', text: expect.stringContaining('without an account, but without encryption') },
    { verdict: 'ok', text: expect.stringContaining('an email to op@play.example was accepted') },
  ]);
  expect(smtp.received.map(({ mail: { subject } }) => subject)).toEqual(['Check of play.example']);
});

test('reports a mail server that is unreachable, not set, or accepts no mail', async () => {
  const smtp = await smtpServer({ refuseRecipient: () => ({ code: 550, words: 'no' }) });
  expect(await checkMail({ ...mail, smtpUrl: undefined }, { mailTo: undefined, now })).toMatchObject([
    { verdict: 'problem', remedy: expect.stringContaining('Set SMTP_URL') },
  ]);
  const gone = await startTestSmtp();
  await gone[Symbol.asyncDispose]();
  const [finding] = await checkMail({ ...mail, smtpUrl: gone.url }, { mailTo: undefined, now });
  expect(finding).toMatchObject({ verdict: 'problem', text: expect.stringContaining('ECONNREFUSED') });
  const [, refused] = await checkMail({ ...mail, smtpUrl: smtp.url }, { mailTo: 'op@play.example', now });
  expect(refused).toMatchObject({ verdict: 'problem', text: expect.stringContaining('550') });
});

test("doesn't reveal the mail server's password", async () => {
  const gone = await startTestSmtp();
  await gone[Symbol.asyncDispose]();
  const smtpUrl = gone.url.replace('//', '//somebody:hunter2@');
  expect(JSON.stringify(await checkMail({ ...mail, smtpUrl }, { mailTo: undefined, now }))).not.toContain('hunter2');
});

const robots = { siteKey: '0x4AAA', scriptUrl: '', verifyUrl: 'https://robots.example/siteverify' };
const answering =
  (codes: Readonly<Record<string, string>>): SafeFetch =>
  async (_, { body } = {}) => {
    const { secret } = JSON.parse(String(body)) as { secret: string };
    const reply = { success: false, 'error-codes': [codes[secret]] };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(reply)) };
  };

const checkRobots = (turnstile: Config['turnstile'], fetch: SafeFetch) =>
  checkCaptcha({ captcha: 'turnstile', turnstile }, fetch);

test('reports whether the captcha accepts each secret', async () => {
  const fetch = answering({ '0xnew': 'invalid-input-response', '0xold': 'invalid-input-secret' });
  expect(await checkRobots({ ...robots, secrets: ['0xnew', '0xold'] }, fetch)).toMatchObject([
    { verdict: 'ok', text: 'robots.example accepts secret 1' },
    { verdict: 'problem', text: expect.stringMatching(/doesn't accept secret 2 .*invalid-input-secret$/) },
  ]);
});

test('finds an unreachable captcha, an invalid one, and test keys that accept everyone', async () => {
  const secrets = ['0xnew'];
  const gone: SafeFetch = () => Promise.reject(new Error('robots.example did not answer'));
  expect(await checkRobots({ ...robots, secrets }, gone)).toMatchObject([
    { verdict: 'problem', text: "robots.example can't be reached: robots.example did not answer" },
  ]);
  const html: SafeFetch = async () => ({ status: 200, headers: {}, body: Buffer.from('<h1>') });
  expect(await checkRobots({ ...robots, secrets }, html)).toMatchObject([{ verdict: 'problem' }]);
  const testing = { ...robots, secrets: ['1x0000000000000000000000000000000AA'] };
  expect(await checkRobots(testing, gone)).toMatchObject([{ verdict: 'warning' }]);
  // Proof of work needs no vendor.
  expect(await checkCaptcha({ captcha: 'work', turnstile: testing }, gone)).toMatchObject([{ verdict: 'ok' }]);
});
