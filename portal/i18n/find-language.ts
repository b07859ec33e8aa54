// Detects the language before the profile has loaded. The first source that names one decides, even if the portal does
// not support it.
import { toLocale, type Locale } from '#model/locale.ts';
import { createStorage } from '#portal/storage.ts';
import { readLanguageCookie } from './language-cookie.ts';

export type LanguageSources = Pick<Window, 'document' | 'localStorage' | 'location' | 'navigator' | 'sessionStorage'>;

export function findLanguage(page: LanguageSources): Locale {
  const { document, navigator } = page;
  return toLocale(
    readQuery(page.location).get('lang') ||
      readLanguageCookie(document) ||
      createStorage(() => page.localStorage).get(languageStorageKey) ||
      createStorage(() => page.sessionStorage).get(languageStorageKey) ||
      navigator.languages[0] ||
      navigator.language ||
      document.documentElement.lang,
  );
}

export const languageStorageKey = 'i18nextLng';

/** With the hash router the query is inside the hash. */
const readQuery = ({ search, hash }: Location): URLSearchParams =>
  new URLSearchParams(search || hash.replace(/^[^?]*/, ''));
