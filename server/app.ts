// The portal's server, apart from listening: the API, its page, probes and the portal's files.
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { Problem } from '#model/problem.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { gamesRoutes } from './features/games/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import type { Sessions } from './features/sessions/sessions.ts';
import { allowedMethods } from './http/allowed-methods.ts';
import { mountApiPage } from './http/api-page.ts';
import { createHttpApp, pathOf } from './http/create-http-app.ts';
import type { HeaderPolicy } from './http/headers.ts';
import { implement } from './http/implement.ts';
import { mountLimits } from './http/limits.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import { mountPortal } from './http/portal-files.ts';
import { mountProbes, type Readiness } from './http/probes.ts';

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
}

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, metrics, database, sessions, policy } = deps;
  const app = createHttpApp({ config, log, metrics, headers: policy.of('api') });
  await mountLimits(app, { redis: deps.redis, perMinute: config.requestsPerMinute });
  mountProbes(app, { readiness: deps.readiness, metrics, config });
  mountApiPage(app, policy);
  implement(
    app,
    {
      games: gamesRoutes(database, { gamesUrl: config.gamesUrl, now: deps.now }),
      profile: profileRoutes(database),
    },
    { sessions, checkReplies: !config.production },
  );
  if (deps.portalFolder !== undefined) await mountPortal(app, { folder: deps.portalFolder, policy });
  // Guessing addresses counts like asking.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    const methods = allowedMethods(pathOf(request.url));
    if (methods.length === 0 || methods.includes(request.method)) throw new Problem('NotFound');
    void reply.header('allow', methods.join(', '));
    throw new Problem('MethodNotAllowed', `This address takes ${methods.join(' and ')}.`);
  });
  return app;
}
