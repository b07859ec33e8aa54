// The platform of a player page, from the request's address. The portal's router reads the same sources in the same
// order: forced by a setting, path, query.
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

export interface PlayerPagePlatformOptions {
  readonly forcedAdapter?: string | undefined;
  /** Whether the portal's first page is the player. */
  readonly isSingleGame?: boolean | undefined;
}

export function findPlayerPagePlatform(
  url: string,
  { forcedAdapter, isSingleGame }: PlayerPagePlatformOptions = {},
): PlatformManifest | undefined {
  const [path = '', query] = url.split('?', 2);
  const found = playerPath.exec(path);
  if (!found) return undefined;
  const { adapter, game } = found.groups ?? {};
  const inQuery = game !== undefined || isSingleGame ? new URLSearchParams(query).get('adapter') : null;
  return byAdapter.get((forcedAdapter ?? adapter ?? inQuery ?? '').toLowerCase());
}

const byAdapter: ReadonlyMap<string, PlatformManifest> = new Map(Object.entries(registry));
const playerPath =
  /^\/(?:(?:play(?:er)?\/)?[^/]+\/iframe\/(?<adapter>[^/]+)|iframe\/(?<adapter>[^/]+)|play(?:er)?\/(?<game>[^/]+)|play|)\/?$/i;
