import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { locales, type Locale } from '#model/locale.ts';
import { composeMail, type MailContext } from './compose-mail.ts';
import type { MailTemplateName } from './mail-templates.ts';
import { mailTexts } from './mail-texts.ts';
import { sampleMailContext, sampleMails, sampleTemplateNames } from './sample-mails.ts';

const write = (
  template: MailTemplateName,
  locale: Locale,
  data: object = {},
  context: Partial<MailContext> = {},
): ReturnType<typeof composeMail> =>
  composeMail(template, locale, { ...sampleMails[template], ...data }, { ...sampleMailContext, ...context });

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : [path + key],
  );
const textAt = (locale: Locale, key: string): string => {
  const [part = '', name = ''] = key.split('.');
  return (mailTexts[locale] as Record<string, Record<string, string>>)[part]?.[name] ?? '';
};
const english = keysOf(mailTexts.en);

describe('the texts', () => {
  test('exist for exactly the supported languages', () => {
    const files = readdirSync(new URL('mail-texts', import.meta.url));
    expect(files.sort()).toEqual(locales.map((locale) => `${locale}.json`).sort());
  });

  test.each(locales)('%s has every text in the same order, and fills in the same things', (locale) => {
    expect(keysOf(mailTexts[locale])).toEqual(english);
    const places = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
    for (const key of english) expect(places(textAt(locale, key)), key).toEqual(places(textAt('en', key)));
  });

  test.each(locales.filter((locale) => locale !== 'en'))('%s is translated, not copied', (locale) => {
    expect(english.filter((key) => textAt(locale, key) === textAt('en', key))).toEqual([]);
  });
});

test('shows when and roughly where it was requested, in the language and in UTC', () => {
  const { text } = write('sign-in', 'en');
  expect(text).toContain('Requested: November 14, 2026 at 10:05 AM UTC\nApproximate location: Lyon, France\n');
  expect(write('sign-in', 'de').text).toContain('14. November 2026 um 10:05 UTC');
  expect(write('sign-in', 'fa').text).toContain('۲۳ آبان ۱۴۰۵');
  expect(write('sign-in', 'ru').text).toContain('Срок действия: 15 минут.');
  const { place: _, ...without } = sampleMails['sign-in'];
  expect(composeMail('sign-in', 'en', without, sampleMailContext).text).not.toContain('Approximate location');
});

test('shows the code in both parts', () => {
  const { text, html } = write('sign-in', 'en');
  expect(text).toContain('Or enter this code: 482913\n');
  expect(text).toContain('Reference 4F2A\n');
  expect(html).toContain('>482913</td>');
  expect(html).toContain('Reference <bdi>4F2A</bdi>');
});

test('is written right to left in Persian, with isolated values', () => {
  const { text, html } = write('merged', 'fa');
  expect(html).toContain('<html lang="fa" dir="rtl">');
  expect(text).toContain('\u2068Night Arcade\u2069');
  expect(write('merged', 'pt-br').html).toContain('<html lang="pt-br" dir="ltr">');
});

test('uses the name of the portal for a sender without one', () => {
  expect(write('merged', 'en').from).toEqual({ name: 'Night Arcade', address: 'noreply@play.example' });
  const { from } = write('merged', 'en', {}, { from: '"Arcade, Inc." <hello@play.example>' });
  expect(from).toEqual({ name: 'Arcade, Inc.', address: 'hello@play.example' });
});

test('escapes data', () => {
  const { html } = write('identity-added', 'en', { identity: '<img src=x onerror=alert(1)>"&' });
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;');
  expect(html).not.toContain('<img');
  expect(write('merged', 'en', {}, { portalName: '<b>A</b>' }).html).not.toContain('<b>');
});

test('does not interpolate placeholders in data', () => {
  expect(write('identity-added', 'en', { identity: '{{portal}}' }).text).toContain('account with {{portal}}.');
});

test("prevents mail programs from turning a player's name into a link", () => {
  const { text, html } = write('identity-added', 'en', {
    identity: 'www.evil.example http://evil.example/x a@evil.example',
  });
  for (const part of [text, html]) {
    expect(part).not.toMatch(/www\.e|\/\/evil|evil\.example|a@evil/);
    expect(part.replaceAll('\u200b', '')).toContain('www.evil.example http://evil.example/x a@evil.example');
  }
});

const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u202e', '\0', '\ud800'];

test.each(breaks.map((each) => [JSON.stringify(each), each]))('rejects %s in every field', (_, bad) => {
  const injected = `a${bad}Bcc: x@evil.example`;
  const refused = /line break or a control character/;
  expect(() => write('sign-in', 'en', { place: injected })).toThrow(refused);
  expect(() => write('sign-in', 'en', { mark: injected })).toThrow(refused);
  expect(() => write('identity-added', 'en', { identity: injected })).toThrow(refused);
  expect(() => write('merged', 'en', {}, { portalName: injected })).toThrow(refused);
  expect(() => write('merged', 'en', {}, { from: `A${bad} <a@play.example>` })).toThrow(refused);
  expect(() => write('merged', 'en', {}, { to: `mina@example.org${bad}` })).toThrow(refused);
  expect(() => write('merged', 'en', { link: `https://play.example/${bad}` })).toThrow(refused);
});

test.each([
  'a@b.example, c@d.example',
  'A <a@b.example>',
  'a',
  'a@b@c',
  '"a b"@c.example',
  `${'a'.repeat(250)}@b.example`,
])('rejects %s as a recipient', (to) => {
  expect(() => write('merged', 'en', {}, { to })).toThrow("isn't a single email address");
});

test.each(['a@b.example, c@d.example', '', 'Name'])('rejects %j as a sender', (from) => {
  expect(() => write('merged', 'en', {}, { from })).toThrow(/sender/i);
});

test.each([
  'https://evil.example/Profile',
  'http://play.example/Profile',
  'https://play.example:444/Profile',
  'https://a:b@play.example/Profile',
])('rejects the link %s, which is not on the portal', (link) => {
  expect(() => write('merged', 'en', { link })).toThrow('does not lead to the portal');
});

test("rejects data that doesn't belong to the template, without printing it", () => {
  expect(() => write('sign-in', 'en', { code: '12345x' })).toThrow('"sign-in" is invalid: /code');
  expect(() => write('merged', 'en', { more: 'secret' })).toThrow(/^(?!.*secret).*is invalid/);
  expect(() => write('merged', 'en', { link: 'javascript:alert(1)' })).toThrow('/link');
});

test('a message to support is quoted line by line, with the sender as the reply address', () => {
  const { text, html, subject, replyTo } = write('support-request', 'en');
  expect(subject).toBe('Support request K7QF-2M9X-TR4B: message from a player');
  expect(replyTo).toBe('ada@example.org');
  expect(text).toContain('> My lamp went out at depth 300.\n> \n> What now?\n');
  expect(html).toContain('<div dir="auto">What now?</div>');
  expect(write('support-receipt', 'en')).not.toHaveProperty('replyTo');
  for (const bad of breaks) {
    expect(() => write('support-request', 'en', { message: ['fine', `a${bad}b`] })).toThrow(/line break or a control/);
    expect(() => write('support-request', 'en', { sender: `a@b.example${bad}` })).toThrow(/line break or a control/);
  }
  for (const sender of ['a@b.example, c@d.example', 'A <a@b.example>', 'nobody'])
    expect(() => write('support-request', 'en', { sender })).toThrow("isn't a single email address");
});

test('every mail template has a sample', () => {
  expect(sampleTemplateNames).toHaveLength(15);
});
