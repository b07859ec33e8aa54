import type { FastifyRequest } from 'fastify';
import { stripQuery } from '#server/http/create-http-app.ts';

/**
 * Any address that is neither an API call nor a file, unless the caller accepts only JSON. Link previews and many
 * crawlers send no Accept header.
 */
export function isPageRequest({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  const path = stripQuery(url);
  if (!/^(GET|HEAD)$/.test(method) || /^\/(api|assets|\.well-known)(\/|$)/.test(path)) return false;
  const { accept = '*/*' } = headers;
  if (accept.includes('text/html')) return true;
  return !/^\/lab(\/|$)|\.\w{1,8}$/.test(path) && !accept.split(',').every((type) => /\bjson\b/i.test(type));
}
