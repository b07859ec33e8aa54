// The languages of the interface: found in the given order, loaded when needed, English where nothing fits. Only the one in
// use is loaded; English is part of the program, so a missing file never leaves keys on the screen.
import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { directionOf, fallbackLocale, locales, toLocale } from '#model/locale.ts';
import { log } from '#portal/log.ts';
import english from './locales/en.json';

const files = import.meta.glob<{ default: typeof english }>(['./locales/*.json', '!./locales/en.json']);

export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    const locale = toLocale(language);
    document.documentElement.lang = locale;
    document.documentElement.dir = directionOf(locale);
  });
  const detector = new LanguageDetector();
  detector.addDetector({ name: 'readableCookie', lookup: () => readCookie('i18next') });
  await i18next
    .use(detector)
    .use({ type: 'backend', read: readTexts })
    .use(initReactI18next)
    .init({
      supportedLngs: [...locales],
      fallbackLng: fallbackLocale,
      lowerCaseLng: true,
      load: 'currentOnly',
      partialBundledLanguages: true,
      resources: { [fallbackLocale]: { translation: english } },
      interpolation: { escapeValue: false },
      returnNull: false,
      detection: {
        order: ['querystring', 'readableCookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lang',
        caches: ['localStorage'],
        convertDetectedLanguage: toLocale,
      },
      react: { useSuspense: false },
    });
}

/** The detector's own reader ends the program where cookies may not be read, as in a sandboxed frame. */
function readCookie(name: string): string | undefined {
  try {
    const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
    return cookies.find(([key]) => key === name)?.[1];
  } catch (error) {
    log.debug('Cookies may not be read here.', error);
    return undefined;
  }
}

function readTexts(locale: string, _: string, done: (error: Error | null, texts: object | false) => void): void {
  const load = files[`./locales/${locale}.json`];
  if (!load) return done(new Error(`There are no texts in ${locale}.`), false);
  load().then(
    (file) => done(null, file.default),
    (error: unknown) => {
      log.warn(`The texts in ${locale} could not be loaded; English is shown.`, error);
      done(null, {});
    },
  );
}
