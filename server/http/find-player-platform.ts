// The platform that a page of the player runs on, from what the browser asks for. The portal's own router reads the same things in
// the same order: forced, in the path, in the query.
import type { PlatformManifest } from '#platforms/port.ts';
import * as registry from '#platforms/registry.ts';

export interface PlayerPlaces {
  /** The adapter that every page of this portal runs on, if one is forced. */
  readonly forcedAdapter?: string | undefined;
  /** Whether the first page of the portal is the player. */
  readonly isSingleGame?: boolean | undefined;
}

/** Undefined: the page is not the player's, or there is no such platform. */
export function findPlayerPlatform(
  url: string,
  { forcedAdapter, isSingleGame }: PlayerPlaces = {},
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
