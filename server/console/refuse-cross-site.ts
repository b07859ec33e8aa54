// The console's calls come from its own page only. The cookie is `SameSite=Strict`, but sibling hosts are the same site:
// a game's page must not be able to call the console.
import type { FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';

/** @param origin of the console */
export function findCrossSiteProblem(
  { method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>,
  origin: string,
): Problem | undefined {
  // Links may lead to the pages.
  if (method === 'GET' && !url.startsWith('/api/')) return undefined;
  // Browsers send the origin with every POST; a call without it is none of our page's.
  const isOwn = headers.origin === undefined ? method === 'GET' : headers.origin === origin;
  const site = headers['sec-fetch-site'];
  const isSameOrigin = site === undefined || site === 'same-origin';
  return isOwn && isSameOrigin ? undefined : new Problem('Forbidden', 'Only the page of the console may call it.');
}
