// All mail texts, checked at the start: a missing translation stops the server instead of a mail.
import { readFileSync } from 'node:fs';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { locales, type Locale } from '#model/locale.ts';
import { object, text } from '#model/schema.ts';

const words = text(400, { minLength: 1 });
const template = object({ subject: words, title: words, text: words, button: words, note: words });

export const MailTexts = object({
  'sign-in': template,
  'add-email': template,
  'identity-added': template,
  'identity-removed': template,
  merged: template,
  'deletion-requested': template,
  'support-request': template,
  'support-receipt': template,
  'friend-invitation': template,
  'support-answer': template,
  'operator-sign-in': template,
  'operator-invitation': template,
  'approval-requested': template,
  'approval-approved': template,
  'approval-rejected': template,
  'approval-changes': object({
    operatorDrafts_apply: words,
    operatorDrafts_revert: words,
    operatorDrafts_schedule: words,
    operatorGames_publish: words,
    operatorOrders_refund: words,
    operatorPlayers_erase: words,
    operatorProducts_importCsv: words,
    operatorProducts_save: words,
  }),
  proof: object({ code: words, mark: words, markHint: words, validity: words, time: words, place: words }),
});
export type MailTexts = Static<typeof MailTexts>;

export const mailTexts = Object.fromEntries(locales.map((locale) => [locale, readTexts(locale)])) as Record<
  Locale,
  MailTexts
>;

function readTexts(locale: Locale): MailTexts {
  const file = new URL(`mail-texts/${locale}.json`, import.meta.url);
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (Value.Check(MailTexts, texts)) return texts;
  const [first] = Value.Errors(MailTexts, texts);
  throw new Error(
    `The texts of mails in ${locale} are not complete: ${first?.instancePath || '/'} ${first?.message}. Compare mail-texts/${locale}.json with mail-texts/en.json.`,
  );
}
