import type { RuntimeConfig } from '#model/runtime-config.ts';

/** The path as the router sees it: without the base path, or from the hash. */
export function routePath(
  address: { readonly pathname: string; readonly hash: string },
  { routerType, basePath }: Pick<RuntimeConfig, 'routerType' | 'basePath'>,
): string {
  if (routerType === 'hash') return `/${address.hash.replace(/^#?\/*/, '').replace(/[?#].*$/, '')}`;
  const { pathname } = address;
  const isInside = pathname.toLowerCase().startsWith(basePath.toLowerCase());
  return isInside ? `/${pathname.slice(basePath.length)}` : pathname;
}
