// The console's application, on a host of its own: its page, and the calls of operators. It has nothing of the portal:
// a player's token, a game's key and an operator's key mean nothing here, and the session is a cookie.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#model/problem.ts';
import { computeRateLimitFactor } from '#server/config.ts';
import type { PortalAppDeps } from '#server/portal-app-deps.ts';
import { findOperatorSession, toOperatorCaller } from '#server/features/operators/operator-sessions.ts';
import { compressReplies } from '#server/http/compress-replies.ts';
import { createHttpApp } from '#server/http/create-http-app.ts';
import { implementApi, type ImplementApiOptions } from '#server/http/implement-api.ts';
import { mountRateLimits } from '#server/http/rate-limits.ts';
import { createNetworkFilter } from '#server/read-console.ts';
import { createConsoleCookie, readConsoleToken } from './console-cookie.ts';
import { mountConsolePage } from './mount-console-page.ts';
import { findCrossSiteProblem } from './refuse-cross-site.ts';

export interface ConsoleAppDeps extends Pick<
  PortalAppDeps,
  | 'config'
  | 'log'
  | 'database'
  | 'metrics'
  | 'tracing'
  | 'policy'
  | 'readiness'
  | 'handlers'
  | 'redis'
  | 'countRequest'
  | 'sessions'
  | 'gameKeys'
  | 'writeReads'
  | 'lab'
  | 'createCallApproval'
> {
  readonly consoleUrl: URL;
  readonly countries: ImplementApiOptions['countries'];
  /** The built console; absent if only its calls are needed. */
  readonly consoleFolder: string | undefined;
}

export async function buildConsoleApp(deps: ConsoleAppDeps): Promise<FastifyInstance> {
  const { config, log, consoleUrl, database, policy, readiness, consoleFolder, redis, countRequest } = deps;
  const isSecure = consoleUrl.protocol === 'https:';
  const isAllowedNetwork = createNetworkFilter(config.consoleNetworks);
  const app = createHttpApp({
    config,
    log,
    metrics: deps.metrics,
    headers: policy.of('api'),
    stopping: readiness.stopping,
    leavePhase: readiness.leavePhase,
    tracing: deps.tracing,
  });
  deps.lab?.watchConsole?.(app);
  app.addHook('onRequest', async (request) => {
    // As if there were no console.
    if (!isAllowedNetwork(request.ip)) throw new Problem('NotFound');
    const problem = findCrossSiteProblem(request, consoleUrl.origin);
    if (problem) throw problem;
  });
  if (config.compress) compressReplies(app);
  await mountRateLimits(app, { redis, countRequest, perMinute: config.requestsPerMinute, log });
  const findOperator = async (request: FastifyRequest) =>
    toOperatorCaller(await findOperatorSession(database, readConsoleToken(request, isSecure)));
  implementApi(app, deps.handlers, {
    sessions: deps.sessions,
    gameKeys: deps.gameKeys,
    findOperator,
    writeReads: deps.writeReads,
    createCallApproval: deps.createCallApproval,
    console: { cookieOf: createConsoleCookie(isSecure) },
    checkReplies: !config.production,
    countries: deps.countries,
    limitFactor: computeRateLimitFactor(config),
  });
  const sendPage =
    consoleFolder === undefined ? undefined : await mountConsolePage(app, { config, policy, folder: consoleFolder });
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|assets)\//.test(request.url);
    if (sendPage && isPage) return sendPage(request, reply);
    throw new Problem('NotFound');
  });
  return app;
}
