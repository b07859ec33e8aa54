// Loads only the interface language in use; English is the fallback. The first page's English texts are bundled, the
// others load with the first screen or modal that needs them.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstPageTexts } from 'virtual:first-page-texts';
import { textDirectionOf, fallbackLocale, locales, toLocale } from '#model/locale.ts';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { storage } from '#portal/storage.ts';
import { findLanguage, languageStorageKey } from './find-language.ts';
import { saveLanguageCookie } from './language-cookie.ts';
import { loadTexts } from './load-texts.ts';

export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    const locale = toLocale(language);
    const { documentElement: page } = document;
    // Setting it again would trigger a layout of the whole page.
    if (page.lang === locale) return;
    page.lang = locale;
    page.dir = textDirectionOf(locale);
  });
  const keep = (language: string): void => {
    storage.set(languageStorageKey, language);
    saveLanguageCookie(language, runtimeConfig.basePath, false);
  };
  // Deferred, because the first access to storage is slow.
  const cacheUserLanguage = (language: string): void => void setTimeout(() => keep(language));
  const started = i18next
    .use({ type: 'languageDetector', detect: () => findLanguage(window), cacheUserLanguage })
    .use({ type: 'backend', read: readTexts })
    .use(initReactI18next)
    .init({
      supportedLngs: [...locales],
      fallbackLng: fallbackLocale,
      lowerCaseLng: true,
      load: 'currentOnly',
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: false },
    });
  // Not passed as an option: i18next would then block the page twice as long.
  i18next.addResourceBundle(fallbackLocale, 'translation', firstPageTexts);
  await started;
}

function readTexts(locale: string, _: string, done: (error: Error | null, texts: object | false) => void): void {
  loadTexts(toLocale(locale)).then(
    (texts) => done(null, texts),
    (error: unknown) => {
      log.warn(`The texts in ${locale} could not be loaded; English is shown.`, error);
      done(null, {});
    },
  );
}
