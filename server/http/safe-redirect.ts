// The one door for redirects that the server sends.
import type { FastifyReply } from 'fastify';
import { Problem } from '#model/problem.ts';
import { safeDestination } from '#model/safe-destination.ts';

/**
 * Sends the browser to an address on one of the given origins; the first one is our own and takes bare paths.
 * @param status 301 for a page that has this address for good, 307 for a request that is to be made again as it is
 */
export function safeRedirect(
  reply: FastifyReply,
  address: string,
  origins: readonly [string, ...string[]],
  status: 301 | 303 | 307 = 303,
): FastifyReply {
  const destination = safeDestination(address, origins);
  if (destination === undefined) throw new Problem('InvalidRequest', 'The address to go to is not on the list.');
  return reply.redirect(destination, status);
}
