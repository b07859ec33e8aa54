// Serves the scripts of the lab's pages from source, with types stripped on request. Only files that may run in a
// browser are served.
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import { isFile } from '#server/games/find-game-file.ts';

export const importMap = JSON.stringify({
  imports: { '#model/': '/lab/files/model/', '#platforms/': '/lab/files/platforms/', '#lab/': '/lab/files/lab/' },
});

export const moduleUrl = (path: string): string => `/lab/files/${path}`;

export function serveModules(app: FastifyInstance): void {
  app.get<{ Params: { '*': string } }>('/lab/files/*', async ({ params }, reply) => {
    const path = params['*'];
    if (!isServedModule(path) || !(await isFile(join(root, path)))) throw new Problem('NotFound');
    const text = await readFile(join(root, path), 'utf8');
    return reply
      .header('cache-control', 'no-cache')
      .type(path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8')
      .send(path.endsWith('.css') ? text : stripTypeScriptTypes(text));
  });
}

/** Server adapters and tests are not served. */
export function isServedModule(path: string): boolean {
  if (styles.has(path)) return true;
  if (/\.(server|test)\.ts$/.test(path) || !/^(?:[a-z0-9]+(?:[.-][a-z0-9]+)*\/)+[a-z0-9.-]+\.ts$/.test(path))
    return false;
  return /^(model|platforms|lab\/model)\//.test(path) || /^lab\/.*\.browser\.ts$/.test(path);
}

const root = join(import.meta.dirname, '../..');
const styles: ReadonlySet<string> = new Set(['portal/ui/tokens.css', 'lab/pages/lab.css', 'lab/pages/host-page.css']);
