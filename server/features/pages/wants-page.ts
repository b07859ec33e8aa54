import type { FastifyRequest } from 'fastify';
import { stripQuery } from '#server/http/create-http-app.ts';

/**
 * Whether somebody asks for a page: every address that is neither a call nor a file, unless the caller takes JSON and nothing else.
 * Link previews and many crawlers take anything, or do not say what they take.
 */
export function wantsPage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const path = stripQuery(url);
  if (!/^(GET|HEAD)$/.test(method) || /^\/(api|assets|\.well-known)(\/|$)/.test(path)) return false;
  const { accept = '*/*' } = headers;
  if (accept.includes('text/html')) return true;
  return !/^\/lab(\/|$)|\.\w{1,8}$/.test(path) && !accept.split(',').every((type) => /\bjson\b/i.test(type));
}
