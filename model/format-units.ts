// Formats amounts of a platform's virtual currency, for which Intl would print an unknown code.
import { fallbackLocale, toLocale, type Locale } from './locale.ts';

/** One form for every number, or one form for each plural category of the language. */
export type UnitPluralForms =
  | string
  | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** Missing languages use the English name. */
export type UnitName = Readonly<Partial<Record<Locale, UnitPluralForms>>> & { readonly en: UnitPluralForms };

/** `50 ⭐`, `9 голосов`, `9票`. */
export function formatUnits(count: number, name: UnitName, language: string): string {
  const locale = toLocale(language);
  const { [locale]: own } = name;
  const word = chooseForm(count, own ?? name.en, own === undefined ? fallbackLocale : locale);
  return `${new Intl.NumberFormat(locale).format(count)}${/^\p{Script=Han}/u.test(word) ? '' : '\u00a0'}${word}`;
}

const chooseForm = (count: number, forms: UnitPluralForms, locale: Locale): string =>
  typeof forms === 'string' ? forms : (forms[new Intl.PluralRules(locale).select(count)] ?? forms.other);
