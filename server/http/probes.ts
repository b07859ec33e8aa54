// Health checks and metrics for machines.
//
// A node is ready unless it is stopping or something is wrong with this node only. A database, queue or Redis outage
// makes it `degraded`, still with 200: it affects all nodes at once, and a balancer must not remove the whole portal.
// Files are still served, and everything else replies when to retry.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Config } from '#server/config.ts';
import { withTimeout } from '#server/with-timeout.ts';
import { isLockContention, isDatabaseUnavailable } from '#server/db/is-database-unavailable.ts';
import type { LeavePhase } from './leave-phase.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface ReadinessCheck {
  readonly name: string;
  /** Whether the node stays ready without it. */
  readonly isOptional?: boolean;
  /**
   * Fails by throwing, by `ok: false`, or by taking longer than two seconds. Only `ok: false` blames this node; an
   * unreachable database blames none. The detail is public.
   */
  readonly check: () => Promise<ReadinessOutcome>;
}

export interface ReadinessOutcome {
  readonly ok: boolean;
  readonly detail?: string;
}

export interface Readiness {
  readonly checks: readonly ReadinessCheck[];
  readonly stopping: () => boolean;
  readonly leavePhase?: LeavePhase;
}

export function mountProbes(app: FastifyInstance, options: { readiness: Readiness; log: Log }): void {
  const { readiness, log } = options;
  const ask = oneRoundAtATime(() => Promise.all(readiness.checks.map((check) => run(check, log))));
  app.get('/healthz', unlimited, async () => ({ status: 'ok' }));
  app.get('/readyz', unlimited, async (_, reply) => {
    const results = await ask();
    const failing = results.filter(({ ok }) => !ok);
    const isReady = !readiness.stopping() && failing.every(({ isOptional, isUnknown }) => isOptional || isUnknown);
    const details = results.filter(({ detail }) => detail !== undefined);
    return reply.code(isReady ? 200 : 503).send({
      status: statusOf(readiness, isReady, failing.length),
      checks: Object.fromEntries(results.map(({ name, ok }) => [name, ok ? 'ok' : 'failing'])),
      ...(details.length > 0 && { details: Object.fromEntries(details.map(({ name, detail }) => [name, detail])) }),
    });
  });
}

export function mountMetrics(app: FastifyInstance, { metrics, config }: { metrics: Metrics; config: Config }): void {
  app.get('/metrics', unlimited, async (request, reply) => {
    if (!mayReadMetrics(request, config)) throw new Problem('NotFound');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

const unlimited = { config: { rateLimit: false as const } };
const maxCheckMs = 2000;

function statusOf({ stopping }: Readiness, isReady: boolean, failing: number): string {
  if (stopping()) return 'stopping';
  if (!isReady) return 'not ready';
  return failing > 0 ? 'degraded' : 'ready';
}

interface CheckResult extends ReadinessOutcome {
  readonly name: string;
  readonly isOptional: boolean;
  /** The check got no answer, so the result is unknown. */
  readonly isUnknown?: boolean;
}

async function run({ name, isOptional = false, check }: ReadinessCheck, log: Log): Promise<CheckResult> {
  const late = new Error(`no answer within ${maxCheckMs} ms`);
  try {
    return { name, isOptional, ...(await withTimeout(check(), maxCheckMs, () => late)) };
  } catch (error) {
    if (error === late) return { name, isOptional, isUnknown: true, ok: false, detail: late.message };
    log.warn({ err: error, check: name }, 'A readiness check failed.');
    return { name, isOptional, isUnknown: isDatabaseUnavailable(error) || isLockContention(error), ok: false };
  }
}

/** Concurrent requests share one round of checks, so frequent polling doesn't load the database. */
function oneRoundAtATime<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () =>
    (underWay ??= ask().finally(() => {
      underWay = undefined;
    }));
}

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  if (config.metricsToken !== undefined) {
    return isSameSignature(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`);
  }
  // Without a token only direct requests from this machine are allowed; behind a proxy every request comes from this
  // machine.
  const isProxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isProxied && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
}
