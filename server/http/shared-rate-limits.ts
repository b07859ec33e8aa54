// Rate-limit counters in Redis, shared by nodes. One round trip counts and returns when the window ends. If Redis
// doesn't answer at once, requests pass uncounted for some seconds instead of waiting.
import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Redis } from 'ioredis';
import { createCircuitBreaker, type CircuitBreakerOptions } from './circuit-breaker.ts';
import type { Log } from './log.ts';
import { createRateLimitStore } from './rate-limit-store.ts';

export type RateLimitRedis = Pick<Redis, 'eval'>;

export type CircuitBreakerTimeouts = Pick<CircuitBreakerOptions, 'timeoutMs' | 'restMs'>;

// Redis answers in under a millisecond; a slow reply is not worth waiting for.
const defaultTimeouts: CircuitBreakerTimeouts = { timeoutMs: 250, restMs: 5000 };

/** The wording for the log, the alert and the guide. */
export const redisOutageEffect = 'requests pass without limits';

export function createSharedRateLimits(
  redis: RateLimitRedis,
  log: Log,
  timeouts: CircuitBreakerTimeouts = defaultTimeouts,
): FastifyRateLimitStoreCtor {
  const breaker = createCircuitBreaker({
    ...timeouts,
    onChange: (fault) =>
      fault === undefined
        ? log.warn('Redis is reachable again; rate limits apply again.')
        : log.warn(
            { err: fault },
            `Redis does not answer: ${redisOutageEffect}, and it is asked again every ${timeouts.restMs / 1000} s.`,
          ),
  });
  return createRateLimitStore((key, { windowMs }, callback) => {
    void breaker
      .run(() => redis.eval(count, 1, key, windowMs))
      .then(
        (answer) => {
          const [current, ttl] = answer as [number, number];
          return callback(null, { current, ttl });
        },
        (error: Error) => callback(error),
      );
  });
}

const count = `
local current = redis.call('INCR', KEYS[1])
if current == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return { current, tonumber(ARGV[1]) }
end
return { current, redis.call('PTTL', KEYS[1]) }
`;
