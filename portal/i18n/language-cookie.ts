// The language that somebody has chosen, where the server reads it too: what it renders is then in that language at once. Only for who has
// chosen one; nothing else is in it.
import { log } from '#portal/log.ts';

/** @param isChosen by the reader; otherwise it is changed only where there is one */
export function keepInCookie(language: string, path: string, isChosen: boolean): void {
  if (isChosen || readCookie(document) !== undefined)
    tryCookies(() => (document.cookie = `i18next=${language}; path=${path}; max-age=31536000; samesite=lax`));
}

export const readCookie = (page: Document): string | undefined =>
  tryCookies(() => /(?:^|; )i18next=([^;]*)/.exec(page.cookie)?.[1]);

/** In a sandboxed frame already reading them throws. */
function tryCookies(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    log.debug('No cookies here.', error);
    return undefined;
  }
}
