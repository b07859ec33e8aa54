import { runtimeConfig } from '#portal/runtime-config.ts';

/**
 * The key that this browser subscribes with. A browser has one subscription, which belongs to one key: all games of a
 * portal share the portal's key, and only a single-game site uses the game's own.
 */
export function findPushKey(game: { readonly WebPushPublicKey?: string } | undefined): string | undefined {
  const own = runtimeConfig.game === undefined ? undefined : game?.WebPushPublicKey;
  return own ?? runtimeConfig.portal?.WebPushPublicKey;
}
