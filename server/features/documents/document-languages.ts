// All languages of a document are one text, so that every player accepts the same version.
import { fallbackLocale, localeNames, locales, type Locale } from '#model/locale.ts';

export interface DocumentText {
  readonly Locale: Locale;
  readonly Text: string;
}

const separator = '\n---\n\n';
const titleOf = (locale: Locale): string => `**${localeNames[locale]}**\n\n`;

/** English comes first. A single text has no title. */
export function joinDocumentLanguages(texts: readonly DocumentText[]): string {
  const [only, ...others] = texts;
  if (only && others.length === 0) return only.Text;
  return texts
    .toSorted((one, other) => locales.indexOf(one.Locale) - locales.indexOf(other.Locale))
    .map(({ Locale, Text }) => `${titleOf(Locale)}${Text.trim()}\n`)
    .join(separator);
}

/** The languages of a joined text. A text without titles counts as one in English. */
export function splitDocumentLanguages(text: string): DocumentText[] {
  const parts: { Locale: Locale; Text: string }[] = [];
  for (const part of text.split(separator)) {
    const locale = locales.find((each) => part.startsWith(titleOf(each)));
    const last = parts.at(-1);
    // A line of its own in the text, not the end of a language.
    if (last && (locale === undefined || parts.some(({ Locale }) => Locale === locale)))
      last.Text += `${separator}${part}`;
    else if (locale === undefined) parts.push({ Locale: fallbackLocale, Text: part });
    else parts.push({ Locale: locale, Text: part.slice(titleOf(locale).length) });
  }
  return parts.length > 1 ? parts : [{ Locale: parts[0]?.Locale ?? fallbackLocale, Text: text }];
}
