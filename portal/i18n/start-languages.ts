// The languages of the interface: loaded when needed, English where nothing fits. Only the one in use is loaded. Of English the
// texts of the first page are part of the program, and the others come with the first screen or modal that is not, so a missing
// file never leaves keys on the screen.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstPageTexts } from 'virtual:first-page-texts';
import { directionOf, fallbackLocale, locales, toLocale } from '#model/locale.ts';
import { log } from '#portal/log.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { storage } from '#portal/storage.ts';
import { findLanguage, keptAs } from './find-language.ts';
import { keepInCookie } from './language-cookie.ts';
import { loadTexts } from './load-texts.ts';

export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    const locale = toLocale(language);
    const { documentElement: page } = document;
    // Said again, it would have the browser lay out the whole page again.
    if (page.lang === locale) return;
    page.lang = locale;
    page.dir = directionOf(locale);
  });
  const keep = (language: string): void => {
    storage.set(keptAs, language);
    keepInCookie(language, runtimeConfig.basePath, false);
  };
  // Nobody waits for that, and the first word to a browser's storage takes long.
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
  // Not among the options: then the language would be set in the same breath, and the page stand still for twice as long.
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
