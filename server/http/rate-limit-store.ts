import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';

/** Counts a request outside this process and tells how many there were in the window, and how long it lasts. */
export type CountRequest = (
  key: string,
  limit: { readonly windowMs: number; readonly max: number },
  callback: RequestCounted,
) => void;

export type RequestCounted = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** The rate-limit plugin's store over `count`. Each call with its own limit has its own keys. */
export function createRateLimitStore(count: CountRequest): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    readonly #prefix: string;

    constructor(_: FastifyRateLimitOptions, prefix = 'fxid-limit-') {
      this.#prefix = prefix;
    }

    incr(key: string, callback: RequestCounted, windowMs: number, max = Infinity): void {
      count(this.#prefix + key, { windowMs, max }, callback);
    }

    child(options: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      // The plugin passes the route, which its types don't declare.
      const { routeInfo } = options as typeof options & { routeInfo: { method?: string; url?: string } };
      const { method, url } = routeInfo;
      return new Store(options, `${this.#prefix}${method ?? ''}${url ?? ''}-`);
    }
  };
}
