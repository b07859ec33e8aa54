import { expect, test } from 'vitest';
import { portalPages } from '#model/portal-pages.ts';

const [routes = ''] = Object.values(
  import.meta.glob<string>('../routes.tsx', { query: '?raw', import: 'default', eager: true }),
);

test('the server knows exactly the router’s paths', () => {
  const written = [...routes.matchAll(/(?:path: |^\s*|\[|, )'(\/[^']*)'/gm)].map(([, path = '']) => path);
  // An optional last segment stands for two paths.
  const all = written.flatMap((path) =>
    path.endsWith('?') ? [path.slice(0, -1), path.replace(/\/[^/]*$/, '')] : [path],
  );
  expect(all.length).toBeGreaterThan(25);
  expect([...new Set(all)].sort()).toEqual([...new Set(portalPages.map(({ path }) => path))].sort());
});
