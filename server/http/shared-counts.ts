// Counters of requests in Redis, for several nodes. One round trip counts and tells when the window ends. A Redis that does not
// answer at once is left alone for some seconds, in which requests are not counted: limits are open then, and calls are not slow.
import type { Redis } from 'ioredis';
import { createBreaker } from './breaker.ts';
import type { Log } from './log.ts';
import type { CreateCounts } from './request-counts.ts';

/** What is needed of Redis. */
export type LimitRedis = Pick<Redis, 'eval'>;

export function createSharedCounts(redis: LimitRedis, log: Log): CreateCounts {
  const breaker = createBreaker({
    timeoutMs: longestCountMs,
    restMs: 5000,
    onChange: (fault) =>
      fault === undefined
        ? log.warn('Redis answers again: requests are limited.')
        : log.warn(
            { err: fault },
            'Redis does not answer: requests pass without limits, and it is asked again every 5 s.',
          ),
  });
  return (name, windowMs) => ({
    add: (caller, done) => {
      void breaker
        .run(() => redis.eval(count, 1, `fxid-limit-${name}${caller}`, windowMs))
        .then(
          (answer) => {
            const [requests, leftMs] = answer as [number, number];
            return done({ requests, leftMs });
          },
          // Told by the breaker already.
          () => done(undefined),
        );
    },
  });
}

// Redis is near and counts in less than a millisecond; whoever waits longer than this is better off uncounted.
const longestCountMs = 250;

const count = `
local current = redis.call('INCR', KEYS[1])
if current == 1 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  return { current, tonumber(ARGV[1]) }
end
return { current, redis.call('PTTL', KEYS[1]) }
`;
