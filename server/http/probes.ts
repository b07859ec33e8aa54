// What machines ask: is the process alive, can it take traffic, and what are its numbers.
//
// A node takes traffic unless it stops or something is wrong with this node alone. A database, a queue or a Redis that is away makes it
// `degraded`, still with 200: such things are lost on all nodes at once, and a balancer must not take the whole portal away for it.
// Files still come then, and everything else says when to try again.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Config } from '#server/config.ts';
import { awaitInTime } from '#server/await-in-time.ts';
import { isContended, isUnavailable } from '#server/db/is-unavailable.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface ReadinessCheck {
  readonly name: string;
  /** Whether the node goes on taking traffic without it. */
  readonly isOptional?: boolean;
  /**
   * Fails by throwing, by `ok: false` and by taking longer than two seconds. Only `ok: false` says something about this node: a check
   * that the database does not answer leaves it open. The detail is for everybody to read.
   */
  readonly check: () => Promise<CheckOutcome>;
}

export interface CheckOutcome {
  readonly ok: boolean;
  readonly detail?: string;
}

export interface Readiness {
  readonly checks: readonly ReadinessCheck[];
  readonly stopping: () => boolean;
  /** Whether the drain is over: what may be asked of another node is refused. */
  readonly leaving?: (() => boolean) | undefined;
}

/** `/healthz` and `/readyz`, for both ports. */
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

interface CheckResult extends CheckOutcome {
  readonly name: string;
  readonly isOptional: boolean;
  /** Nobody answered, so it is open whether something is wrong. */
  readonly isUnknown?: boolean;
}

async function run({ name, isOptional = false, check }: ReadinessCheck, log: Log): Promise<CheckResult> {
  const late = new Error(`no answer within ${maxCheckMs} ms`);
  try {
    return { name, isOptional, ...(await awaitInTime(check(), maxCheckMs, () => late)) };
  } catch (error) {
    if (error === late) return { name, isOptional, isUnknown: true, ok: false, detail: late.message };
    log.warn({ err: error, check: name }, 'A readiness check failed.');
    return { name, isOptional, isUnknown: isUnavailable(error) || isContended(error), ok: false };
  }
}

/** Whoever asks while a round is under way gets its answer: asking often costs the database nothing. */
function oneRoundAtATime<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () =>
    (underWay ??= ask().finally(() => {
      underWay = undefined;
    }));
}

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  if (config.metricsToken !== undefined) {
    return sameSignature(request.headers.authorization ?? '', `Bearer ${config.metricsToken}`);
  }
  // Without a token only this machine may ask, and only directly: behind a proxy everybody comes from this machine.
  const isProxied = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !isProxied && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
}
