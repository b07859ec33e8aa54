// English is bundled as the fallback; Russian loads when it is chosen.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import english from './en.json';

export const languages = { en: 'English', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

const storageKey = 'fxid-console-language';

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

export async function startLanguages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: english } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  const stored = localStorage.getItem(storageKey) ?? '';
  const wanted = [stored, ...navigator.languages.map((tag) => tag.split('-')[0] ?? '')].find(isLanguage) ?? 'en';
  await showLanguage(wanted);
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(storageKey, language);
  await showLanguage(language);
}

async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { default: texts } = await import('./ru.json');
    i18next.addResourceBundle(language, 'translation', texts);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
