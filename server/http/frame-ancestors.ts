// Lists the origins that may frame a page: a platform's pages for the player's routes, none for all other pages.
import { findPlayerPlatform, type PlayerPlatformOptions } from './find-player-platform.ts';

export function listFrameAncestors(
  url: string,
  places: PlayerPlatformOptions = {},
  lab: readonly string[] = [],
): readonly string[] {
  const { embeddedBy } = findPlayerPlatform(url, places) ?? {};
  return embeddedBy ? [...embeddedBy, ...lab] : [];
}
