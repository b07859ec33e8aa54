export const locales = ['en', 'de', 'es', 'fa', 'fr', 'it', 'ja', 'ko', 'pt-br', 'ru', 'tr', 'zh', 'uk', 'pl'] as const;
export type Locale = (typeof locales)[number];
export const fallbackLocale: Locale = 'en';

export const localeNames: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fa: 'فارسی',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  'pt-br': 'Português (Brasil)',
  ru: 'Русский',
  tr: 'Türkçe',
  zh: '中文',
  uk: 'Українська',
  pl: 'Polski',
};

export const textDirectionOf = (locale: Locale): 'ltr' | 'rtl' => (locale === 'fa' ? 'rtl' : 'ltr');

/** The interface language for a tag such as `pt-PT` or `ru_RU`; English if the language is not supported. */
export function toLocale(tag: string | undefined): Locale {
  const wanted = (tag ?? '').toLowerCase().replaceAll('_', '-');
  const language = wanted.split('-')[0];
  const exact = locales.find((locale) => locale === wanted) ?? locales.find((locale) => locale === language);
  // The only Portuguese translation is Brazilian.
  return exact ?? (language === 'pt' ? 'pt-br' : fallbackLocale);
}

export function chooseLocalizedText(texts: Readonly<Record<string, string>>, locale: Locale): string {
  return texts[locale] ?? texts[fallbackLocale] ?? Object.values(texts)[0] ?? '';
}
