// Rate limits per caller. Counters are in memory, or in Redis with several nodes. Without Redis, requests pass
// unlimited and a line is logged: an outage would be worse.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Log } from './log.ts';
import { createSharedRateLimits, type RateLimitRedis, type CircuitBreakerTimeouts } from './shared-rate-limits.ts';

export async function mountRateLimits(
  app: FastifyInstance,
  options: { redis: RateLimitRedis | undefined; perMinute: number; log: Log; timeouts?: CircuitBreakerTimeouts },
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: options.perMinute,
    timeWindow: 60_000,
    cache: 20_000,
    ipv6Subnet: 64,
    skipOnError: true,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    ...(options.redis && { store: createSharedRateLimits(options.redis, options.log, options.timeouts) }),
    errorResponseBuilder: (_, context) =>
      new Problem(
        'TooManyRequests',
        `At most ${context.max} requests a minute are taken. Try again in ${context.after}.`,
      ),
  });
}
