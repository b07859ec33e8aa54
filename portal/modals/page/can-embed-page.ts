// Which pages the portal shows in a frame: those of the games' hosts, those listed by the operator, and those listed
// for the current game. The page's content security policy lists the origins of all games, because it is the same for
// every game.
import { fillGamesUrl } from '#model/fill-games-url.ts';
import { isListedOrigin } from '#model/origin-list.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

/** @param ofGame additional origins of the game */
export function canEmbedPage(url: string, ofGame: readonly string[] = []): boolean {
  const { origin } = new URL(url, window.location.href);
  const { gamesUrl, portal } = runtimeConfig;
  const listed = [
    // The content security policy alone decides which of our own pages may be framed.
    window.location.origin,
    ...(gamesUrl === undefined ? [] : [fillGamesUrl(gamesUrl, '*')]),
    ...(portal?.FrameOrigins ?? []),
    ...ofGame,
  ];
  return isListedOrigin(origin, listed);
}
