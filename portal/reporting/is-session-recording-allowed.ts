// Whether the screen may be recorded. A recording contains the full URL, so it is allowed only if the URL can't contain
// a secret: platforms sign their queries.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { isSensitivePage } from '#model/sensitive-page.ts';
import { routePath } from './route-path.ts';

export function isSessionRecordingAllowed(
  address: { readonly pathname: string; readonly search: string; readonly hash: string },
  config: Pick<RuntimeConfig, 'routerType' | 'basePath'>,
): boolean {
  const inHash = config.routerType === 'hash' ? address.hash.split('?', 2)[1] : undefined;
  const hasForeignHash = config.routerType === 'browser' && address.hash.includes('=');
  const names = [...new URLSearchParams(address.search).keys(), ...new URLSearchParams(inHash).keys()];
  const isHarmless = !hasForeignHash && names.every((name) => harmlessNames.has(name) || name.startsWith('utm_'));
  return isHarmless && !isSensitivePage(routePath(address, config));
}

const harmlessNames: ReadonlySet<string> = new Set(['lang', 'lng', 'game', 'adapter', 'eruda', 'remotejs']);
