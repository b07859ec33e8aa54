// The one door for redirects. A destination is taken apart by the URL parser, its origin compared with a list, and put
// together again from its parts, so that nothing the parser and a browser read differently gets through.
import type { FastifyReply } from 'fastify';
import { Problem } from '#model/problem.ts';

/** Sends the browser to an address on one of the given origins; the first one is our own and takes bare paths. */
export function safeRedirect(
  reply: FastifyReply,
  address: string,
  origins: readonly [string, ...string[]],
): FastifyReply {
  const destination = safeDestination(address, origins);
  if (destination === undefined) throw new Problem('InvalidRequest', 'The address to go to is not on the list.');
  return reply.redirect(destination, 303);
}

/** The address, put together anew, or nothing if it leads anywhere else. */
export function safeDestination(address: string, origins: readonly [string, ...string[]]): string | undefined {
  if (address.length > 2048 || hasOddCharacter.test(address)) return undefined;
  const isPath = address.startsWith('/') && !address.startsWith('//');
  if (!isPath && !/^https?:\/\//i.test(address)) return undefined;
  if (!URL.canParse(address, origins[0])) return undefined;
  const url = new URL(address, origins[0]);
  if (url.username !== '' || url.password !== '' || !origins.includes(url.origin)) return undefined;
  return url.origin + url.pathname + url.search + url.hash;
}

// A backslash is a slash to browsers; control characters vanish on the way.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const hasOddCharacter = /[\\\u0000-\u0020\u007f-\u009f\u2028\u2029]/;
