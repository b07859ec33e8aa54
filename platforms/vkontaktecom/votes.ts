import type { Locale } from '#model/locale.ts';
import type { UnitPluralForms } from '#model/format-units.ts';

export const votesUnitName: Readonly<Record<Locale, UnitPluralForms>> = {
  en: { one: 'vote', other: 'votes' },
  de: { one: 'Stimme', other: 'Stimmen' },
  es: { one: 'voto', many: 'de votos', other: 'votos' },
  fa: 'رأی',
  fr: { one: 'vote', many: 'de votes', other: 'votes' },
  it: { one: 'voto', many: 'di voti', other: 'voti' },
  ja: '票',
  ko: '표',
  'pt-br': { one: 'voto', many: 'de votos', other: 'votos' },
  ru: { one: 'голос', few: 'голоса', many: 'голосов', other: 'голоса' },
  tr: 'oy',
  zh: '票',
  uk: { one: 'голос', few: 'голоси', many: 'голосів', other: 'голосу' },
  pl: { one: 'głos', few: 'głosy', many: 'głosów', other: 'głosu' },
};
