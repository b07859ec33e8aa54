// Whether this page is one of a platform's, decided before anything else runs: such a page keeps its session in memory, because
// whoever plays is proved anew at every start, and nothing that runs there may find a session of the portal's.
import { defaultAdapter } from '#portal/shell/place.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';

/** The adapter in an address that is not our own, if there is one. */
export function platformOfPage(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  { adapter, routerType }: Pick<RuntimeConfig, 'adapter' | 'routerType'>,
): string | undefined {
  const path = routerType === 'hash' ? hash.replace(/^#/, '') : pathname;
  const inPath = /\/iframe\/([^/?#]+)\/?(?:\?|$)/i.exec(path)?.[1];
  const query = new URLSearchParams(routerType === 'hash' ? (path.split('?', 2)[1] ?? '') : search);
  const name = (adapter ?? inPath ?? query.get('adapter') ?? defaultAdapter).toLowerCase();
  return name === defaultAdapter ? undefined : name;
}
