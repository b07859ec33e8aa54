// Tells an unknown address from a wrong method. Runs only when no route matched, so it may be slow.
import { apiBase } from '#contract/api-base.ts';
import { api } from '#contract/api.ts';
import type { RouteGroup } from '#model/route.ts';

const addresses = Object.values<RouteGroup>(api).flatMap((area) =>
  Object.values(area).map(({ method, path }) => ({ method, segments: (apiBase + path).split('/') })),
);

export function listAllowedMethods(path: string): string[] {
  const segments = path.split('/');
  const matching = addresses.filter(
    (address) =>
      address.segments.length === segments.length &&
      address.segments.every((segment, index) => segment.startsWith('{') || segment === segments[index]),
  );
  return [...new Set(matching.map(({ method }) => method))].sort();
}
