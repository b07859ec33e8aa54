// The selected language in a cookie, so that the server renders pages in it. Set only if the visitor has selected one.
import { log } from '#portal/log.ts';

/** @param isChosen selected by the visitor; otherwise only an existing cookie is updated */
export function saveLanguageCookie(language: string, path: string, isChosen: boolean): void {
  if (isChosen || readLanguageCookie(document) !== undefined)
    tryCookies(() => (document.cookie = `i18next=${language}; path=${path}; max-age=31536000; samesite=lax`));
}

export const readLanguageCookie = (page: Document): string | undefined =>
  tryCookies(() => /(?:^|; )i18next=([^;]*)/.exec(page.cookie)?.[1]);

/** In a sandboxed frame even reading cookies throws. */
function tryCookies(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    log.debug('No cookies here.', error);
    return undefined;
  }
}
