import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { textDirectionOf, locales } from '#model/locale.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { composeMail } from './compose-mail.ts';
import type { MailMessage } from './build-mime.ts';
import { RecipientRejectedError, createSmtpTransport } from './mail-transport.ts';
import { sampleMailContext, sampleMails, sampleTemplateNames } from './sample-mails.ts';
import { startTestSmtp, type TestSmtp, type TestSmtpOptions } from './start-test-smtp.ts';

let smtp: TestSmtp;
let transport: ReturnType<typeof createSmtpTransport>;
beforeAll(async () => {
  smtp = await startTestSmtp();
  transport = createSmtpTransport(smtp.url);
});
afterAll(async () => {
  transport.close();
  await smtp[Symbol.asyncDispose]();
});

const message: MailMessage = {
  id: 'job-1@play.example',
  ...composeMail('sign-in', 'en', sampleMails['sign-in'], sampleMailContext),
};

async function refusing(options: TestSmtpOptions): Promise<unknown> {
  await using server = await startTestSmtp(options);
  const refused = createSmtpTransport(server.url);
  try {
    return await refused.send(message).then(
      () => 'sent',
      (error: unknown) => error,
    );
  } finally {
    refused.close();
  }
}

const all = locales.flatMap((locale) => sampleTemplateNames.map((template) => ({ locale, template })));

test.each(all)('$template in $locale arrives as text and HTML with exactly one link', async ({ locale, template }) => {
  const composed = composeMail(template, locale, sampleMails[template], sampleMailContext);
  const before = smtp.received.length;
  await transport.send({ id: `${template}-${locale}@play.example`, ...composed });
  const [arrived] = smtp.received.slice(before);
  const { text = '', html = '', subject, from, messageId } = arrived?.mail ?? {};
  const { link } = sampleMails[template];
  expect(arrived?.recipients).toEqual(['mina@example.org']);
  expect(messageId).toBe(`<${template}-${locale}@play.example>`);
  expect(from).toMatchObject({ name: 'Night Arcade', address: 'noreply@play.example' });
  expect(subject).toBe(composed.subject);
  expect(text.match(/\w+:\/\/\S+|www\.\S+|mailto:\S+/g)).toEqual([link]);
  expect(html.match(/<a\s[^>]*>/g)).toHaveLength(1);
  expect(html.match(/href="[^"]*"/g)).toEqual([`href="${link.replaceAll('&', '&amp;')}"`]);
  expect(html.match(/\w+:\/\//g)).toHaveLength(1);
  expect(html).not.toMatch(/<img|<script|<link|<iframe|src=|url\(|@import|background=/i);
  expect(html).toContain(`<html lang="${locale}" dir="${textDirectionOf(locale)}">`);
  expect(text + html + subject).not.toMatch(/\{\{|\}\}|undefined/);
  expect(arrived?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test('keeps line breaks out of the headers even without the earlier check', async () => {
  const before = smtp.received.length;
  await transport.send({ ...message, subject: 'Hello\r\nBcc: x@evil.example', to: 'mina@example.org' });
  const [arrived] = smtp.received.slice(before);
  expect(arrived?.recipients).toEqual(['mina@example.org']);
  expect(arrived?.mail.bcc).toBeUndefined();
  expect(arrived?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
});

test('reports a permanently rejected recipient without the address', async () => {
  const error = await refusing({ refuseRecipient: (address) => ({ code: 550, words: `no <${address}> here` }) });
  expect(error).toBeInstanceOf(RecipientRejectedError);
  expect(error).toMatchObject({ responseCode: 550 });
  expect(JSON.stringify([error, String(error)])).not.toContain('mina');
});

test.each([
  [
    'a recipient that is refused for now',
    { refuseRecipient: () => ({ code: 451, words: 'mina@example.org later' }) },
    '451',
  ],
  ['a mail that is refused for now', { refuseMail: () => ({ code: 452, words: 'mina@example.org full' }) }, '452'],
  [
    'a mail that is refused, but not for its recipient',
    { refuseMail: () => ({ code: 554, words: 'mina@example.org' }) },
    '554',
  ],
])('fails with an error without the address: %s', async (_, options, code) => {
  const error = await refusing(options);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(RecipientRejectedError);
  expect(String(error)).toContain(code);
  const everything = Object.getOwnPropertyNames(error).map((name) => String((error as Record<string, unknown>)[name]));
  expect(everything.join()).not.toContain('mina');
});

test('reports an unreachable mail server', async () => {
  const [port] = await findFreePorts();
  const nobody = createSmtpTransport(`smtp://127.0.0.1:${port}`);
  onTestFinished(() => nobody.close());
  await expect(nobody.send(message)).rejects.toThrow(/ECONNREFUSED.*SMTP_URL/);
});

test('gives up on a server that responds too slowly, and reconnects for the next mail', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    const trickle = setInterval(() => socket.write('220-wait\r\n'), 50);
    socket.on('error', () => undefined).on('close', () => clearInterval(trickle));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const slow = createSmtpTransport(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, { deadlineMs: 400 });
  onTestFinished(() => slow.close());
  for (let mail = 1; mail <= 2; mail += 1) {
    await expect(slow.send(message)).rejects.toThrow('did not take a mail within 400 ms');
    expect(sockets).toHaveLength(mail);
  }
});
