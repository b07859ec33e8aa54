// Which language somebody reads, before a profile can say it: the address, what was chosen here before, the browser, the page.
// The first place that names one decides, also when it is one that the portal does not have.
import { toLocale, type Locale } from '#model/locale.ts';
import { log } from '#portal/log.ts';
import { createStorage } from '#portal/storage.ts';

/** As much of a window as says something of it. */
export type LanguagePlaces = Pick<Window, 'document' | 'localStorage' | 'location' | 'navigator' | 'sessionStorage'>;

export function findLanguage(page: LanguagePlaces): Locale {
  const { document, navigator } = page;
  return toLocale(
    readQuery(page.location).get('lang') ||
      readCookie(document, 'i18next') ||
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

/** In a sandboxed frame already reading them throws. */
function readCookie(document: Document, name: string): string | undefined {
  try {
    const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
    return cookies.find(([key]) => key === name)?.[1];
  } catch (error) {
    log.debug('Cookies may not be read here.', error);
    return undefined;
  }
}
