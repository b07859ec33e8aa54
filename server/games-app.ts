// The games origin. Every game is served from a host of its own, `{game}.…`, so that no game shares storage with the
// portal or with another game. No cookies, no API: files only. One host is no game's: on it runs the script of the robot
// check, which is somebody else's and must not see the portal's storage either.
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Config } from './config.ts';
import { robotCheckName } from './features/robotcheck/robot-check-address.ts';
import { robotCheckPage } from './features/robotcheck/robot-check-page.ts';
import { createHttpApp } from './http/create-http-app.ts';
import type { HeaderPolicy } from './http/headers.ts';
import type { Log } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';

export interface GamesAppDeps {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly policy: HeaderPolicy;
  /** Folders that hold a folder per game; the first one that has the file answers. */
  readonly folders: readonly string[];
  /** The widget of the robot check; without it nothing is at its host, and nobody passes the check. */
  readonly robotCheck?: { readonly siteKey: string; readonly scriptUrl: string };
}

export async function buildGamesApp(deps: GamesAppDeps): Promise<FastifyInstance> {
  const { config, log, metrics, policy, folders } = deps;
  const headers = policy.of('game');
  const app = createHttpApp({ config, log, metrics, headers });
  const nameOf = hostReader(config.gamesUrl);
  const sendRobotCheck =
    deps.robotCheck && robotCheckPage({ ...deps.robotCheck, portalOrigin: config.publicUrl.origin, headers });
  app.get('/healthz', async () => ({ status: 'ok' }));
  if (folders.length > 0)
    await app.register(fastifyStatic, { root: [...folders], serve: false, index: false, dotfiles: 'deny' });
  app.get('/*', { config: { call: 'games.files' } }, (request, reply) => {
    const name = nameOf(request.hostname);
    const path = (request.params as { '*': string })['*'];
    if (name === robotCheckName) {
      if (path === '' && sendRobotCheck) return sendRobotCheck(request, reply);
      // Not even if there is a folder of that name.
      throw new Problem('NotFound');
    }
    if (name === undefined) throw new Problem('NotFound', 'Games are served at addresses that begin with their name.');
    if (folders.length === 0) throw new Problem('NotFound', 'This server has no folder of games.');
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
    return reply.sendFile(join(name, file), { cacheControl: true, maxAge: config.production ? 3_600_000 : 0 });
  });
  app.setNotFoundHandler(() => {
    throw new Problem('NotFound');
  });
  return app;
}

/** The name that a host begins with, a game's or the robot check's, if it is one of ours. */
function hostReader(gamesUrl: string): (host: string) => string | undefined {
  const suffix = new URL(gamesUrl.replace('{game}', 'game')).hostname.slice('game'.length);
  return (host) => {
    const name = host.endsWith(suffix) ? host.slice(0, -suffix.length) : '';
    return /^[a-z0-9][a-z0-9-]{0,62}$/.test(name) ? name : undefined;
  };
}
