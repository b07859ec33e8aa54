// Every mail with every hostile text in each field: a mail has one link, one recipient and no script, and a text that
// would start another header is rejected.
import MailComposer from 'nodemailer/lib/mail-composer';
import { expect, test } from 'vitest';
import { findUnsafeElements } from '#model/testing/find-unsafe-elements.ts';
import { hostileTexts } from '#model/testing/hostile-texts.ts';
import { fillSchema, listTextFields } from '#model/testing/text-fields.ts';
import { parseHtml } from '#server/testing/parse-page.ts';
import { buildMime, type MailMessage } from './build-mime.ts';
import { composeMail, type MailContext } from './compose-mail.ts';
import { consoleTemplates, mailDataSchemas, type MailData } from './mail-templates.ts';
import { sampleMailContext, sampleMails, sampleTemplateNames } from './sample-mails.ts';

/** Fields that the server fills itself. */
const own = { link: sampleMails.merged.link, code: '482913', ticket: 'K7QF-2M9X-TR4B', sender: 'ada@example.org' };

const linkOf = (template: keyof typeof mailDataSchemas): string =>
  consoleTemplates.has(template) ? sampleMails['operator-sign-in'].link : own.link;

const filled = (template: keyof typeof mailDataSchemas, text: string): MailData =>
  fillSchema(mailDataSchemas[template], template, {
    choose: ({ maxLength }) => text.slice(0, maxLength),
    fixed: { ...own, link: linkOf(template) },
  }) as MailData;

function write(template: keyof typeof mailDataSchemas, text: string): Omit<MailMessage, 'id'> | undefined {
  const context: MailContext = { ...sampleMailContext, portalName: text.slice(0, 100) };
  try {
    return composeMail(template, 'en', filled(template, text), context);
  } catch (error) {
    expect(String(error)).toMatch(/has a line break or a control character/);
    return undefined;
  }
}

test.each(sampleTemplateNames)('the mail %s', (template) => {
  const usual = write(template, 'word');
  const written = hostileTexts.flatMap((text) => {
    const mail = write(template, text);
    // Texts with line breaks or direction characters are rejected; all others are written.
    expect(mail === undefined, text).toBe(unruly.test(text.slice(0, 2000)));
    return mail ?? [];
  });
  expect(written.length).toBeGreaterThan(120);
  for (const { html, text } of written) {
    expect(tagsIn(html)).toEqual(tagsIn(usual?.html ?? ''));
    expect(text.split('://')).toHaveLength(2);
  }
  // Once as a mail program parses it, with as many texts as fit.
  const all = write(template, hostileTexts.filter((text) => !unruly.test(text)).join(' '));
  const page = parseHtml(all?.html ?? '');
  expect(findUnsafeElements(page, parseHtml(usual?.html ?? ''))).toEqual([]);
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([linkOf(template)]);
  expect(page.querySelector('title')?.textContent).toBe(all?.subject);
  expect(tagsIn(all?.html ?? '')).toEqual(tagsIn(usual?.html ?? ''));
});

test("a name can't add header lines to a mail", async () => {
  const namesOf = async (mail: Omit<MailMessage, 'id'>): Promise<string[]> => {
    const bytes = await new MailComposer(buildMime({ id: 'job-1@play.example', ...mail })).compile().build();
    const [head = ''] = bytes.toString('latin1').split('\r\n\r\n', 1);
    // A header line that starts with a space continues the previous one.
    return head.split('\r\n').flatMap((line) => (/^\s/.test(line) ? [] : [line.split(':', 1)[0] ?? '']));
  };
  const usual = await namesOf(
    composeMail('friend-invitation', 'en', sampleMails['friend-invitation'], sampleMailContext),
  );
  expect(usual).toContain('Subject');
  for (const text of hostileTexts) {
    const mail = write('friend-invitation', text);
    if (mail) expect(await namesOf(mail), text).toEqual(usual);
  }
});

test('every mail has a text field, or is listed as having none', () => {
  const silent = sampleTemplateNames.filter((template) =>
    listTextFields(mailDataSchemas[template], template).every(({ path }) => path.replace(/^.*\./, '') in own),
  );
  expect(silent).toEqual(['merged', 'deletion-requested', 'support-receipt', 'operator-sign-in']);
});

const tagsIn = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];

const unruly = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]/u;
