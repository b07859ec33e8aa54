// How much one caller may ask. Counters live in this process, or in Redis when there are several nodes. If Redis is lost,
// requests pass unlimited and it is logged: a portal that is down protects nobody.
//
// Every request passes here, so it takes callbacks and makes no promise (docs/decisions/0070).
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { Problem } from '#model/problem.ts';
import { findSubscriber } from './caller.ts';
import type { Log } from './log.ts';
import { createOwnCounts, type CreateCounts, type RequestCounts } from './request-counts.ts';
import { createSharedCounts, type LimitRedis } from './shared-counts.ts';

export interface RateLimit {
  readonly max: number;
  /** In milliseconds. */
  readonly timeWindow: number;
}

type Limiter = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A limit of its own instead of the one that calls share; false: none. */
    rateLimit?: RateLimit | false;
  }
  interface FastifyInstance {
    /** For what is no route: counts with the calls that share a limit. */
    rateLimit: () => Limiter;
  }
  interface FastifyRequest {
    /** It counts once, whatever handles it in the end. */
    isCounted: boolean;
  }
}

const minuteMs = 60_000;

export function mountLimits(
  app: FastifyInstance,
  options: { redis: LimitRedis | undefined; perMinute: number; log: Log },
): void {
  const { redis, log, perMinute } = options;
  const createCounts: CreateCounts = redis ? createSharedCounts(redis, log) : createOwnCounts();
  const shared = createLimiter(createCounts('', minuteMs), perMinute);
  app.decorateRequest('isCounted', false);
  app.decorate('rateLimit', () => shared);
  app.addHook('onRoute', (route) => {
    const own = route.config?.rateLimit;
    if (own === false) return;
    const limiter = own
      ? createLimiter(createCounts(`${String(route.method)}${route.url}-`, own.timeWindow), own.max)
      : shared;
    route.onRequest = [...[route.onRequest ?? []].flat(), limiter];
  });
}

function createLimiter(counts: RequestCounts, max: number): Limiter {
  return (request, reply, done) => {
    if (request.isCounted) return done();
    request.isCounted = true;
    // Somebody with an IPv6 subnet is one caller.
    counts.add(findSubscriber(request.ip), (counted) => {
      if (!counted || counted.requests <= max) return done();
      // Who is far from the limit need not be told with every answer; who has passed it is told when to come back.
      const seconds = Math.ceil(counted.leftMs / 1000);
      void reply.headers({
        'x-ratelimit-limit': max,
        'x-ratelimit-remaining': 0,
        'x-ratelimit-reset': seconds,
        'retry-after': seconds,
      });
      const detail = `At most ${max} requests a minute are taken. Try again in ${seconds} s.`;
      return done(new Problem('TooManyRequests', detail));
    });
  };
}
