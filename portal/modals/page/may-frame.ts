// Whose pages the portal shows in a frame: those of the games' own hosts, those that its operators have listed, and those that they
// have listed for the game that asks. The policy of the page lists them all, for every game: it cannot tell who asks.
import { fillGamesUrl } from '#model/fill-games-url.ts';
import { isListedOrigin } from '#model/origin-list.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

/** @param ofGame what is listed for the game besides */
export function mayFrame(url: string, ofGame: readonly string[] = []): boolean {
  const { origin } = new URL(url, window.location.href);
  const { gamesUrl, portal } = runtimeConfig;
  const listed = [
    // What of our own may be framed the policy alone decides.
    window.location.origin,
    ...(gamesUrl === undefined ? [] : [fillGamesUrl(gamesUrl, '*')]),
    ...(portal?.FrameOrigins ?? []),
    ...ofGame,
  ];
  return isListedOrigin(origin, listed);
}
