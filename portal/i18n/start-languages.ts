// The languages of the interface: found in the given order, loaded when needed, English where nothing fits.
import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import resourcesToBackend from 'i18next-resources-to-backend';
import { initReactI18next } from 'react-i18next';
import { directionOf, fallbackLocale, locales, toLocale } from '#model/locale.ts';

export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    const locale = toLocale(language);
    document.documentElement.lang = locale;
    document.documentElement.dir = directionOf(locale);
  });
  await i18next
    .use(LanguageDetector)
    .use(resourcesToBackend((locale: string) => import(`./locales/${locale}.json`)))
    .use(initReactI18next)
    .init({
      supportedLngs: [...locales],
      fallbackLng: fallbackLocale,
      lowerCaseLng: true,
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lang',
        caches: ['localStorage'],
        convertDetectedLanguage: toLocale,
      },
      react: { useSuspense: false },
    });
}
