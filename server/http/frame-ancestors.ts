// Who may frame a page: the pages of a platform, on the routes of the player and there alone. Everybody else gets nobody.
import { findPlayerPlatform, type PlayerPlaces } from './find-player-platform.ts';

/** @param lab the origins that play the platforms on a laptop */
export function listFrameAncestors(
  url: string,
  places: PlayerPlaces = {},
  lab: readonly string[] = [],
): readonly string[] {
  const { embeddedBy = [], publicData } = findPlayerPlatform(url, places) ?? {};
  // Some platforms have a page around the game only where they are simulated.
  const isFramed = embeddedBy.length > 0 || Object.hasOwn(publicData?.properties ?? {}, 'FrameOrigin');
  return isFramed ? [...embeddedBy, ...lab] : [];
}
