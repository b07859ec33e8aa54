// Whether this page belongs to a platform, decided before anything else runs. Such a page keeps its session in memory:
// the platform proves the player at every start, and scripts there must not find a session of the portal.
import { defaultAdapter } from '#portal/shell/page-target.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';

/** The adapter named in the URL, unless it is the portal's own. */
export function findPlatformOfPage(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  { adapter, routerType }: Pick<RuntimeConfig, 'adapter' | 'routerType'>,
): string | undefined {
  const path = routerType === 'hash' ? hash.replace(/^#/, '') : pathname;
  const inPath = /\/iframe\/([^/?#]+)\/?(?:\?|$)/i.exec(path)?.[1];
  const query = new URLSearchParams(routerType === 'hash' ? (path.split('?', 2)[1] ?? '') : search);
  const name = (adapter ?? inPath ?? query.get('adapter') ?? defaultAdapter).toLowerCase();
  return name === defaultAdapter ? undefined : name;
}
