// The language that somebody has chosen, where the server reads it too: what it draws is then in that language at once. Only for who has
// chosen one; nothing else is in it.
import { log } from '#portal/log.ts';

/** @param isChosen by the reader; otherwise it is changed only where there is one */
export function keepInCookie(language: string, path: string, isChosen: boolean): void {
  if (!isChosen && readCookie(document) === undefined) return;
  try {
    document.cookie = `${name}=${language}; path=${path}; max-age=31536000; samesite=lax`;
  } catch (error) {
    log.debug('Cookies may not be kept here.', error);
  }
}

/** In a sandboxed frame already reading them throws. */
export function readCookie(document: Document): string | undefined {
  try {
    const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
    return cookies.find(([key]) => key === name)?.[1];
  } catch (error) {
    log.debug('Cookies may not be read here.', error);
    return undefined;
  }
}

const name = 'i18next';
