// A unit of a platform's own money has no sign that browsers know: by itself it would be written by its code, as nobody on the
// platform has ever seen it. So manifests name their units, and here a number of them is written.
import { fallbackLocale, toLocale, type Locale } from './locale.ts';

/** One word for any number, or a form for each plural category of the language. */
export type UnitForms = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** What a unit is called. A language that is left out has the English name, as suits a sign or a proper name. */
export type UnitName = Readonly<Partial<Record<Locale, UnitForms>>> & { readonly en: UnitForms };

/** `50 ⭐`, `9 голосов`, `9票`. */
export function formatUnits(count: number, name: UnitName, language: string): string {
  const locale = toLocale(language);
  const { [locale]: own } = name;
  const word = chooseForm(count, own ?? name.en, own === undefined ? fallbackLocale : locale);
  return `${new Intl.NumberFormat(locale).format(count)}${/^\p{Script=Han}/u.test(word) ? '' : '\u00a0'}${word}`;
}

const chooseForm = (count: number, forms: UnitForms, locale: Locale): string =>
  typeof forms === 'string' ? forms : (forms[new Intl.PluralRules(locale).select(count)] ?? forms.other);
