// Composes text and HTML of a mail with exactly one link, which must lead to the portal, or to the console in mails to
// operators. All data is escaped and can't become a link, a header or markup.
import { Value } from 'typebox/value';
import { textDirectionOf, type Locale } from '#model/locale.ts';
import { requireEmailAddress, requireSingleLine, parseSender } from './mail-address.ts';
import { formatMailDuration, formatMailTime } from './mail-dates.ts';
import { renderMailHtml } from './render-mail-html.ts';
import { renderMailText } from './render-mail-text.ts';
import { fillPlaceholders, preventAutomaticLinks, type MailLine, type MailParts } from './mail-parts.ts';
import { consoleTemplates, mailDataSchemas, type MailData, type MailTemplateName } from './mail-templates.ts';
import { mailTexts, type MailTexts } from './mail-texts.ts';
import type { MailMessage } from './build-mime.ts';

export interface MailPlaces {
  readonly portalUrl: URL;
  /** Absent: there is no console. */
  readonly consoleUrl?: URL | undefined;
}

export interface MailContext extends MailPlaces {
  readonly portalName: string;
  readonly from: string;
  readonly to: string;
}

export function composeMail<Template extends MailTemplateName>(
  template: Template,
  locale: Locale,
  data: MailData<Template>,
  context: MailContext,
): Omit<MailMessage, 'id'> {
  validateMailData(template, data, context);
  const portal = requireSingleLine(context.portalName, "The portal's name");
  const texts = mailTexts[locale];
  const words = texts[template];
  const sender = 'sender' in data ? data.sender : undefined;
  const inSubject = {
    portal,
    ...('ticket' in data && { ticket: data.ticket }),
    ...('change' in data && { change: texts['approval-changes'][data.change] }),
  };
  const subject = requireSingleLine(fillPlaceholders(words.subject, inSubject, String), 'The subject');
  const values = { portal: preventAutomaticLinks(portal), ...valuesOf[template](data, locale) };
  const line = (text: string): MailLine => ({ text, values });
  const parts: MailParts = {
    locale,
    direction: textDirectionOf(locale),
    subject,
    portal: preventAutomaticLinks(portal),
    title: line(words.title),
    text: line(words.text),
    button: words.button,
    link: new URL(data.link).href,
    note: line(words.note),
    ...('code' in data && { proof: proofOf(data, locale, texts.proof) }),
    ...('message' in data && data.message && { quote: data.message.map(preventAutomaticLinks) }),
  };
  return {
    from: parseSender(context.from, portal),
    to: requireEmailAddress(context.to, 'The recipient'),
    ...(sender !== undefined && { replyTo: requireEmailAddress(sender, 'The sender of the message') }),
    subject,
    text: renderMailText(parts),
    html: renderMailHtml(parts),
    locale,
  };
}

/** The error names the field, never the value. */
export function validateMailData(template: MailTemplateName, data: unknown, places: MailPlaces): void {
  const schema = mailDataSchemas[template];
  if (!Value.Check(schema, data)) {
    const [first] = Value.Errors(schema, data);
    throw new TypeError(
      `The data for the mail "${template}" is invalid: ${first?.instancePath || '/'} ${first?.message}.`,
    );
  }
  for (const [name, value] of Object.entries(data)) {
    for (const line of [value].flat()) requireSingleLine(String(line), `"${name}" in the data`);
  }
  if ('sender' in data && data.sender !== undefined) requireEmailAddress(data.sender, 'The sender of the message');
  const link = URL.parse(data.link);
  const [name, place] = consoleTemplates.has(template)
    ? (['CONSOLE_URL', places.consoleUrl] as const)
    : (['PUBLIC_URL', places.portalUrl] as const);
  if (link === null || link.origin !== place?.origin || link.username !== '' || link.password !== '')
    throw new Error(`The link of the mail "${template}" does not lead to the portal. Make it from ${name}.`);
}

function identityChange({ identity, until }: MailData<'identity-added'>, locale: Locale): MailLine['values'] {
  return { identity: preventAutomaticLinks(identity), date: formatMailTime(until, locale) };
}

function approvalDecision({ name, change }: MailData<'approval-approved'>, locale: Locale): MailLine['values'] {
  return { name: preventAutomaticLinks(name), change: mailTexts[locale]['approval-changes'][change] };
}

const valuesOf: {
  readonly [Template in MailTemplateName]: (data: MailData<Template>, locale: Locale) => MailLine['values'];
} = {
  'sign-in': () => ({}),
  'add-email': () => ({}),
  'identity-added': identityChange,
  'identity-removed': identityChange,
  merged: ({ until }, locale) => ({ date: formatMailTime(until, locale) }),
  'deletion-requested': ({ on }, locale) => ({ date: formatMailTime(on, locale) }),
  'support-request': ({ ticket, about, sender }) => ({
    ticket,
    about: preventAutomaticLinks(about),
    sender: preventAutomaticLinks(sender),
  }),
  'support-receipt': ({ ticket }) => ({ ticket }),
  'friend-invitation': ({ name }) => ({ name: preventAutomaticLinks(name) }),
  'support-answer': ({ ticket }) => ({ ticket }),
  'operator-sign-in': ({ minutes }, locale) => ({ duration: formatMailDuration(minutes, locale) }),
  'operator-invitation': ({ name, hours }, locale) => ({
    name: preventAutomaticLinks(name),
    duration: formatMailDuration(hours, locale, 'hour'),
  }),
  'approval-requested': ({ until, ...data }, locale) => ({
    ...approvalDecision(data, locale),
    date: formatMailTime(until, locale),
  }),
  'approval-approved': approvalDecision,
  'approval-rejected': approvalDecision,
};

function proofOf(
  { code, mark, minutes, askedAt, place }: MailData<'sign-in'>,
  locale: Locale,
  texts: MailTexts['proof'],
): NonNullable<MailParts['proof']> {
  const about: MailLine[] = [
    { text: texts.validity, values: { duration: formatMailDuration(minutes, locale) } },
    { text: texts.time, values: { time: formatMailTime(askedAt, locale) } },
  ];
  if (place !== undefined) about.push({ text: texts.place, values: { place: preventAutomaticLinks(place) } });
  return {
    codeLabel: texts.code,
    code,
    mark: { text: texts.mark, values: { mark: preventAutomaticLinks(mark) } },
    markHint: texts.markHint,
    about,
  };
}
