// Who may frame a page: the pages of a platform, on the routes of the player and there alone. Everybody else gets nobody.
import type { PlatformManifest } from '#platforms/port.ts';
import * as platforms from '#platforms/registry.ts';

/** @param forced the adapter that every page of this portal runs on, if one is forced */
export function frameAncestorsOf(path: string, forced?: string): readonly string[] {
  const inPath = playerPath.exec(path);
  if (!inPath) return [];
  const adapter = (forced ?? inPath.groups?.['adapter'] ?? '').toLowerCase();
  return byAdapter.get(adapter)?.embeddedBy ?? [];
}

const byAdapter: ReadonlyMap<string, PlatformManifest> = new Map(Object.entries(platforms));
const playerPath =
  /^\/(?:(?:play(?:er)?\/)?[^/]+\/iframe\/(?<adapter>[^/]+)|iframe\/(?<adapter>[^/]+)|play(?:er)?\/[^/]+|play|)\/?$/i;
