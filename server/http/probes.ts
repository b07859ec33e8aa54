// What machines ask: is the process alive, can it take traffic, and what are its numbers.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Config } from '#server/config.ts';
import type { Metrics } from './metrics.ts';
import { sameSignature } from '#model/same-signature.server.ts';

export interface Readiness {
  /** By name: what must work for this node to take traffic. */
  readonly checks: Readonly<Record<string, () => Promise<boolean>>>;
  readonly stopping: () => boolean;
}

export function mountProbes(
  app: FastifyInstance,
  options: { readiness: Readiness; metrics: Metrics; config: Config },
): void {
  const { readiness, metrics, config } = options;
  const unlimited = { config: { rateLimit: false as const } };
  app.get('/healthz', unlimited, async () => ({ status: 'ok' }));
  app.get('/readyz', unlimited, async (_, reply) => {
    const names = Object.keys(readiness.checks);
    const results = await Promise.all(Object.values(readiness.checks).map((check) => check()));
    const checks = Object.fromEntries(names.map((name, index) => [name, results[index] ? 'ok' : 'failing']));
    const isReady = !readiness.stopping() && results.every(Boolean);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', checks });
  });
  app.get('/metrics', unlimited, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new Problem('NotFound');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  if (config.metricsToken !== undefined) {
    return sameSignature(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`);
  }
  // Without a token only this machine may ask, and only directly: behind a proxy everybody comes from this machine.
  const isProxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isProxied && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
}
