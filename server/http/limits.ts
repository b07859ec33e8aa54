// How much one caller may ask. Counters live in this process, or in Redis when there are several nodes. If Redis is lost,
// requests pass unlimited and it is logged: a portal that is down protects nobody.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Log } from './log.ts';
import { createSharedLimits, type LimitRedis, type Patience } from './shared-limits.ts';

export async function mountLimits(
  app: FastifyInstance,
  options: { redis: LimitRedis | undefined; perMinute: number; log: Log; patience?: Patience },
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: options.perMinute,
    timeWindow: 60_000,
    cache: 20_000,
    // Somebody with an IPv6 subnet is one caller.
    ipv6Subnet: 64,
    skipOnError: true,
    // Who is far from the limit need not be told with every answer; who has passed it is told when to come back.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    ...(options.redis && { store: createSharedLimits(options.redis, options.log, options.patience) }),
    errorResponseBuilder: (_, context) =>
      new Problem(
        'TooManyRequests',
        `At most ${context.max} requests a minute are taken. Try again in ${context.after}.`,
      ),
  });
}
