// Who may frame a page: the pages of a platform, on the routes of the player and there alone. Everybody else gets nobody.
import { findPlayerPlatform, type PlayerPlaces } from './find-player-platform.ts';

/** @param lab the origins that play the platforms on a laptop */
export function listFrameAncestors(
  url: string,
  places: PlayerPlaces = {},
  lab: readonly string[] = [],
): readonly string[] {
  const { embeddedBy } = findPlayerPlatform(url, places) ?? {};
  return embeddedBy ? [...embeddedBy, ...lab] : [];
}
