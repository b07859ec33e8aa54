// What platforms' own units of money are called where players see them. They have no sign that browsers know: by themselves they
// would be written by their code, as nobody on the platform has ever seen them.
import { toLocale, type Locale } from './locale.ts';

type Words = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The code of a unit to its words, in the languages that have words of their own; `en` is for all others. */
const units: Readonly<Record<string, Readonly<Partial<Record<Locale, Words>>> & { readonly en: Words }>> = {
  XTR: { en: { other: '⭐' } },
  YAN: { en: { other: 'YAN' }, ru: { other: 'Ян' }, uk: { other: 'Ян' } },
  VKV: {
    en: { one: 'vote', other: 'votes' },
    ru: { one: 'голос', few: 'голоса', many: 'голосов', other: 'голоса' },
    uk: { one: 'голос', few: 'голоси', many: 'голосів', other: 'голоса' },
  },
};

/** `50 ⭐`, `9 голосов`; undefined: the code is of no unit that is known. */
export function formatStoreUnits(count: number, code: string, locale: string): string | undefined {
  const words = Object.hasOwn(units, code) ? units[code] : undefined;
  if (!words) return undefined;
  const own = words[toLocale(locale)];
  const { [new Intl.PluralRules(own ? locale : 'en').select(count)]: word = (own ?? words.en).other } = own ?? words.en;
  return `${new Intl.NumberFormat(locale).format(count)}\u00a0${word}`;
}
