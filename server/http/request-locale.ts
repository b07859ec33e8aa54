import type { FastifyRequest } from 'fastify';
import { toLocale, type Locale } from '#model/locale.ts';

type LocaleRequest = Pick<FastifyRequest, 'url' | 'headers'>;

/** The language of a page: from the address, else the one chosen in the portal, else the browser's first. */
export function findRequestLocale(request: LocaleRequest): Locale {
  const preferred = request.headers['accept-language']?.split(/[,;]/, 1)[0];
  const chosen = /(?:^|; )i18next=([\w-]{2,20})/.exec(request.headers.cookie ?? '')?.[1];
  return toLocale(findRequestedLanguage(request) ?? chosen ?? preferred);
}

export const findRequestedLanguage = (request: LocaleRequest): string | null =>
  new URLSearchParams(request.url.split('?', 2)[1]).get('lang');
