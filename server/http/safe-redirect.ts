// The only gateway for redirects that the server sends.
import type { FastifyReply } from 'fastify';
import { Problem } from '#model/problem.ts';
import { safeDestination } from '#model/safe-destination.ts';

/**
 * Redirects to an address on one of the given origins. The first is our own; bare paths belong to it.
 * @param status 301 for a permanent redirect, 307 to repeat the request unchanged
 */
export function redirectSafely(
  reply: FastifyReply,
  address: string,
  origins: readonly [string, ...string[]],
  status: 301 | 303 | 307 = 303,
): FastifyReply {
  const destination = safeDestination(address, origins);
  if (destination === undefined) throw new Problem('InvalidRequest', 'The address to go to is not on the list.');
  return reply.redirect(destination, status);
}
