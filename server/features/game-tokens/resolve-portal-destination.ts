import { Problem } from '#model/problem.ts';
import { safeDestination } from '#model/safe-destination.ts';

export function resolvePortalDestination(address: string | undefined, portalOrigin: string): string | undefined {
  if (address === undefined) return undefined;
  const destination = safeDestination(address, [portalOrigin]);
  if (destination === undefined)
    throw new Problem('InvalidRequest', 'RedirectUri leads away from this portal. Give an address of the portal.');
  return destination;
}
