// The names of OKs, the platform's currency. A proper name that is declined in Slavic languages.
import type { UnitName } from '#model/format-units.ts';

/** OKs have no currency code; this one is ours. */
export const oksCurrencyCode = 'OKS';

export const oksUnitName: UnitName = {
  en: { one: 'OK', other: 'OKs' },
  ru: { one: 'ОК', few: 'ОКа', many: 'ОКов', other: 'ОКа' },
  uk: { one: 'ОК', few: 'ОКи', many: 'ОКів', other: 'ОКа' },
  pl: { one: 'OK', few: 'OK', many: 'OK', other: 'OK' },
  de: 'OK',
  es: 'OK',
  fa: 'OK',
  fr: 'OK',
  it: 'OK',
  ja: 'OK',
  ko: 'OK',
  'pt-br': 'OK',
  tr: 'OK',
  zh: 'OK',
};
