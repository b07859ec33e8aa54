// Rate limits per caller. Counters are in memory; in the primary process if the node has several workers; or in Redis
// with several nodes. If Redis or the primary process does not answer, requests pass unlimited: an outage would be worse.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Log } from './log.ts';
import { createRateLimitStore, type CountRequest } from './rate-limit-store.ts';
import { createSharedRateLimits, type RateLimitRedis, type CircuitBreakerTimeouts } from './shared-rate-limits.ts';

export async function mountRateLimits(
  app: FastifyInstance,
  options: {
    redis: RateLimitRedis | undefined;
    /** Counts for all workers of the node. */
    countRequest?: CountRequest | undefined;
    perMinute: number;
    log: Log;
    timeouts?: CircuitBreakerTimeouts;
  },
): Promise<void> {
  const { redis, countRequest, log, timeouts } = options;
  const store =
    (redis && createSharedRateLimits(redis, log, timeouts)) ?? (countRequest && createRateLimitStore(countRequest));
  await app.register(rateLimit, {
    global: true,
    max: options.perMinute,
    timeWindow: 60_000,
    cache: 20_000,
    ipv6Subnet: 64,
    skipOnError: true,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    ...(store && { store }),
    errorResponseBuilder: (_, context) =>
      new Problem(
        'TooManyRequests',
        `At most ${context.max} requests a minute are taken. Try again in ${context.after}.`,
      ),
  });
}
