// Neither the production server nor the portal contains the lab or a simulator. The test follows imports, including
// dynamic ones, from the entry points of production.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requestBuiltFolder } from '#server/testing/test-services.ts';
import { isDevelopmentFile, findReachedFiles } from './architecture/reached-from.ts';
import { readSources, type SourceFile } from './architecture/read-sources.ts';

const root = join(import.meta.dirname, '..');

describe('production code', () => {
  const sources = new Map(readSources(root).map((source) => [source.path, source]));

  it.each([
    [
      'the server',
      'server/main.ts',
      ['server/app.ts', 'server/features/orders/providers/load-providers.ts', 'payments/stripe/adapter.server.ts'],
    ],
    ['the portal', 'portal/main.tsx', ['portal/routes.tsx', 'identities/vkid/adapter.browser.ts']],
    ['the checkout frame', 'portal/checkout/checkout.ts', ['payments/stripe/adapter.browser.ts']],
    ['the service worker', 'portal/service-worker.ts', []],
    ['the service worker of a game', 'portal/push-worker.ts', []],
  ])('contains nothing of the lab: %s', (_, from, reached) => {
    const graph = findReachedFiles([from], sources);
    // Makes sure that the search does not stop early, because then it would find no violations.
    for (const path of reached) expect(graph).toContain(path);
    expect(graph.filter(isDevelopmentFile)).toEqual([]);
  });

  it('contains nothing of the lab in the built portal', async () => {
    const manifest = join(await requestBuiltFolder('portal'), 'manifest.json');
    const built = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { src?: string }>);
    expect(built.length).toBeGreaterThan(20);
    const paths = built.flatMap(([key, { src = key }]) => [key, src]).map((path) => posix.join('portal', path));
    expect(paths.filter(isDevelopmentFile)).toEqual([]);
  });
});

describe('the search finds', () => {
  const made = (files: Readonly<Record<string, string>>) =>
    new Map(Object.entries(files).map(([path, text]): [string, SourceFile] => [path, { path, text }]));
  const lab = {
    'lab/a.ts': 'export const a = 1;',
    'portal/dev-portal.config.ts': 'export const startDevPortal = 1;',
    'platforms/x/simulator.server.ts': 'export const s = 1;',
  };

  it.each([
    ['an import', `import { a } from '#lab/a.ts';`],
    ['the dev server', `import { startDevPortal } from '#portal/dev-portal.config.ts';`],
    ['a re-export', `export { a } from '../lab/a.ts';`],
    ['an import on the way', `import './b.ts';`],
    [
      'an import made of parts',
      'export const load = (name: string) => import(`#platforms/${name}/simulator.server.ts`);',
    ],
    ['a glob', `export const all = import.meta.glob('../platforms/*/*.server.ts');`],
    [
      'globs in a list',
      `export const all = import.meta.glob<string>(\n  ['./none/*.ts', '../lab/*.ts'], { eager: true });`,
    ],
  ])('%s', (_, text) => {
    const graph = findReachedFiles(
      ['server/main.ts'],
      made({ ...lab, 'server/main.ts': text, 'server/b.ts': `import '#lab/a.ts';` }),
    );
    expect(graph.filter(isDevelopmentFile)).toHaveLength(1);
  });
});
