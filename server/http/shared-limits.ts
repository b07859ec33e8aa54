// Counters of requests in Redis, for several nodes. One round trip counts and tells when the window ends. A Redis that does not
// answer at once is left alone for some seconds, in which requests are not counted: limits are open then, and calls are not slow.
import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Redis } from 'ioredis';
import { createBreaker, type BreakerOptions } from './breaker.ts';
import type { Log } from './log.ts';

/** What is needed of Redis. */
export type LimitRedis = Pick<Redis, 'eval'>;

export type Patience = Pick<BreakerOptions, 'timeoutMs' | 'restMs'>;

// Redis is near and counts in less than a millisecond; whoever waits longer than this is better off uncounted.
const defaultPatience: Patience = { timeoutMs: 250, restMs: 5000 };

/** What the log, the alert and the guide say about it. */
export const effectOfLostRedis = 'requests pass without limits';

export function createSharedLimits(
  redis: LimitRedis,
  log: Log,
  patience: Patience = defaultPatience,
): FastifyRateLimitStoreCtor {
  const breaker = createBreaker({
    ...patience,
    onChange: (fault) =>
      fault === undefined
        ? log.warn('Redis answers again: requests are limited.')
        : log.warn(
            { err: fault },
            `Redis does not answer: ${effectOfLostRedis}, and it is asked again every ${patience.restMs / 1000} s.`,
          ),
  });
  return class Store implements FastifyRateLimitStore {
    readonly #prefix: string;

    constructor(_: FastifyRateLimitOptions, prefix = 'fxid-limit-') {
      this.#prefix = prefix;
    }

    incr(key: string, callback: Counted, timeWindow: number): void {
      void breaker
        .run(() => redis.eval(count, 1, this.#prefix + key, timeWindow))
        .then(
          (answer) => {
            const [current, ttl] = answer as [number, number];
            return callback(null, { current, ttl });
          },
          (error: Error) => callback(error),
        );
    }

    child(options: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      // The plugin gives the route inside of what its types say.
      const { routeInfo } = options as typeof options & { routeInfo: { method?: string; url?: string } };
      const { method, url } = routeInfo;
      return new Store(options, `${this.#prefix}${method ?? ''}${url ?? ''}-`);
    }
  };
}

type Counted = (error: Error | null, result?: { current: number; ttl: number }) => void;

const count = `
local current = redis.call('INCR', KEYS[1])
if current == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return { current, tonumber(ARGV[1]) }
end
return { current, redis.call('PTTL', KEYS[1]) }
`;
