// Which language somebody reads, before a profile can say it: the address, what was chosen here before, the browser, the page.
// The first place that names one decides, also when it is one that the portal does not have.
import { toLocale, type Locale } from '#model/locale.ts';
import { createStorage } from '#portal/storage.ts';
import { readCookie } from './language-cookie.ts';

/** As much of a window as says something of it. */
export type LanguagePlaces = Pick<Window, 'document' | 'localStorage' | 'location' | 'navigator' | 'sessionStorage'>;

export function findLanguage(page: LanguagePlaces): Locale {
  const { document, navigator } = page;
  return toLocale(
    readQuery(page.location).get('lang') ||
      readCookie(document) ||
      createStorage(() => page.localStorage).get(keptAs) ||
      createStorage(() => page.sessionStorage).get(keptAs) ||
      navigator.languages[0] ||
      navigator.language ||
      document.documentElement.lang,
  );
}

/** The name under which the chosen language is kept in the browser. */
export const keptAs = 'i18nextLng';

/** Where the router has its path in the fragment, the query is there as well. */
const readQuery = ({ search, hash }: Location): URLSearchParams =>
  new URLSearchParams(search || hash.replace(/^[^?]*/, ''));
