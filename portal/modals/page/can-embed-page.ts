// Which pages the portal frames: those of the games' hosts, and those listed by the operator or for this game. The
// content security policy can't decide this, because it is the same for every game.
import { buildGameOrigin } from '#model/build-game-origin.ts';
import { isListedOrigin } from '#model/origin-list.ts';
import { runtimeConfig } from '#portal/runtime-config.ts';

export function canEmbedPage(url: string, ofGame: readonly string[] = []): boolean {
  const { origin } = new URL(url, window.location.href);
  const { gamesUrl, portal } = runtimeConfig;
  const listed = [
    // The content security policy alone decides which of our own pages may be framed.
    window.location.origin,
    ...(gamesUrl === undefined ? [] : [buildGameOrigin(gamesUrl, '*')]),
    ...(portal?.FrameOrigins ?? []),
    ...(portal?.TrustedDocumentOrigins ?? []),
    ...ofGame,
  ];
  return isListedOrigin(origin, listed);
}
