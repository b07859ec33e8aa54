// Finds the platform that this page belongs to. Such a page keeps its session in memory, because scripts there must not
// find a session of the portal.
import { defaultAdapter } from '#portal/shell/page-target.ts';
import type { RuntimeConfig } from '#model/runtime-config.ts';

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
