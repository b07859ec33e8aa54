// A person who opens an address during an outage gets a page that tries again. Programs get the problem as JSON.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { locales, type Locale } from '#model/locale.ts';
import type { Problem, ProblemCode } from '#model/problem.ts';
import { renderOutagePage, type OutagePage } from './outage-page.ts';
import { findRequestLocale } from './request-locale.ts';

const outages: ReadonlySet<ProblemCode> = new Set([
  'DatabaseUnavailable',
  'GameFilesUnavailable',
  'Overloaded',
  'Stopping',
  'NodeLeaving',
]);

/** Whether the same request may succeed soon, because the cause affects the whole server. */
export const isOutage = ({ code }: Pick<Problem, 'code'>): boolean => outages.has(code);

/** Whether a browser requests a page for a person. Old browsers don't send the header but ask for HTML. */
export function isNavigation({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

export function sendOutagePage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, pages[findRequestLocale(request)]);
}

function sendPage(reply: FastifyReply, { html, policy }: OutagePage): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      vary: 'accept, accept-language, cookie, sec-fetch-mode',
    })
    .type('text/html; charset=utf-8')
    .serializer((text: string) => text)
    .send(html);
}

const pages = Object.fromEntries(locales.map((locale) => [locale, renderOutagePage({ locale })])) as Record<
  Locale,
  OutagePage
>;
