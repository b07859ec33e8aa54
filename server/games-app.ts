// The games origin. Every game is served from a host of its own, `{game}.…`, so that no game shares storage with the
// portal or with another game. No cookies, no API: files only.
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { Config } from './config.ts';
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
}

export async function buildGamesApp({ config, log, metrics, policy, folders }: GamesAppDeps): Promise<FastifyInstance> {
  const app = createHttpApp({ config, log, metrics, headers: policy.of('game') });
  const gameOf = hostReader(config.gamesUrl);
  app.get('/healthz', async () => ({ status: 'ok' }));
  if (folders.length > 0) {
    await app.register(fastifyStatic, { root: [...folders], serve: false, index: false, dotfiles: 'deny' });
    app.get('/*', { config: { call: 'games.files' } }, (request, reply) => {
      const game = gameOf(request.hostname);
      if (game === undefined)
        throw new Problem('NotFound', 'Games are served at addresses that begin with their name.');
      const path = (request.params as { '*': string })['*'];
      const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
      return reply.sendFile(join(game, file), { cacheControl: true, maxAge: config.production ? 3_600_000 : 0 });
    });
  }
  app.setNotFoundHandler(() => {
    throw new Problem('NotFound');
  });
  return app;
}

/** The game that a host name stands for, if it is one of ours. */
function hostReader(gamesUrl: string): (host: string) => string | undefined {
  const suffix = new URL(gamesUrl.replace('{game}', 'game')).hostname.slice('game'.length);
  return (host) => {
    const name = host.endsWith(suffix) ? host.slice(0, -suffix.length) : '';
    return /^[a-z0-9][a-z0-9-]{0,62}$/.test(name) ? name : undefined;
  };
}
