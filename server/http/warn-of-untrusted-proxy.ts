import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Log } from './log.ts';

/** Warns once if requests come through an untrusted proxy: rate limits would count all its callers as one. */
export function warnOfUntrustedProxy(app: FastifyInstance, { config, log }: { config: Config; log: Log }): void {
  if (config.trustedProxies > 0) return;
  let isTold = false;
  app.addHook('onRequest', ({ headers }, _, done) => {
    if (!isTold && (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined)) {
      isTold = true;
      log.warn(
        'A request came through a proxy (x-forwarded-for), but TRUSTED_PROXIES is 0: all players count as one caller, and limits ' +
          'refuse them together. Set TRUSTED_PROXIES to the number of proxies in front, usually 1.',
      );
    }
    done();
  });
}
