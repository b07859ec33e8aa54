// The portal's server, apart from listening: the API, its page, probes and the portal's files.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { Problem } from '#model/problem.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { gamesRoutes } from './features/games/routes.ts';
import { infoRoutes } from './features/news/routes.ts';
import { portalConfigReader } from './features/portal/read-portal-config.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { mountTunnel } from './features/reporting/mount-tunnel.ts';
import type { Sessions } from './features/sessions/sessions.ts';
import { allowedMethods } from './http/allowed-methods.ts';
import { mountApiPage } from './http/api-page.ts';
import { createHttpApp, pathOf } from './http/create-http-app.ts';
import type { HeaderPolicy } from './http/headers.ts';
import { implement } from './http/implement.ts';
import { mountLimits } from './http/limits.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import { mountPortal, type PortalOptions } from './http/portal-files.ts';
import { mountProbes, type Readiness } from './http/probes.ts';
import { safeFetch } from './http/safe-fetch.ts';

export interface AppDeps {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly sessions: Sessions;
  readonly redis: Redis | undefined;
  readonly policy: HeaderPolicy;
  readonly readiness: Readiness;
  readonly now: () => Date;
  /** Where the built portal is; absent where only the API is wanted. */
  readonly portalFolder: string | undefined;
  /** Whether this is a developer's laptop. */
  readonly lab?: boolean;
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, metrics, database, sessions, policy } = deps;
  const app = createHttpApp({ config, log, metrics, headers: policy.of('api') });
  await mountLimits(app, { redis: deps.redis, perMinute: config.requestsPerMinute });
  mountProbes(app, { readiness: deps.readiness, metrics, config });
  mountApiPage(app, policy);
  await mountTunnel(app, { config, log, safeFetch });
  implement(
    app,
    {
      games: gamesRoutes(database, { gamesUrl: config.gamesUrl, now: deps.now }),
      info: infoRoutes(database),
      profile: profileRoutes(database),
    },
    { sessions, checkReplies: !config.production },
  );
  const sendPage =
    deps.portalFolder === undefined ? undefined : await mountPortal(app, portalOptions(deps, deps.portalFolder));
  // Guessing addresses counts like asking.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (sendPage && isPage(request)) return sendPage(request, reply);
    const methods = allowedMethods(pathOf(request.url));
    if (methods.length === 0 || methods.includes(request.method)) throw new Problem('NotFound');
    void reply.header('allow', methods.join(', '));
    throw new Problem('MethodNotAllowed', `This address takes ${methods.join(' and ')}.`);
  });
  return app;
}

/** Somebody navigates to an address that is neither a call nor a file: the portal's router decides. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const asksForPage = method === 'GET' && (headers.accept ?? '').includes('text/html');
  return asksForPage && !/^\/(api|assets|\.well-known)(\/|$)/.test(pathOf(url));
}

function portalOptions({ config, database, log, now, policy, lab }: AppDeps, folder: string): PortalOptions {
  const readPortal = portalConfigReader(database, log, now);
  const { routerType, basePath, fixedGame, forcedAdapter, errorDsn, debugTools, remoteDebugUrl, portalLogLevel } =
    config;
  const fixed = {
    routerType,
    basePath,
    logLevel: portalLogLevel,
    ...(fixedGame !== undefined && { game: fixedGame }),
    ...(forcedAdapter !== undefined && { adapter: forcedAdapter }),
    ...(errorDsn !== undefined && { errorDsn: withoutPassword(errorDsn) }),
    ...(debugTools && { debugTools, ...(remoteDebugUrl !== undefined && { remoteDebugUrl }) }),
    ...(lab && { lab }),
  };
  return {
    folder,
    policy,
    basePath,
    forcedAdapter,
    runtimeConfig: async () => ({ ...fixed, portal: await readPortal() }),
  };
}

/** Old addresses of error collectors hold a secret besides the public key; pages get only the key. */
function withoutPassword(address: URL): string {
  const shown = new URL(address);
  shown.password = '';
  return shown.href;
}
