import { runtimeConfig } from '#portal/runtime-config.ts';

/**
 * The key of the portal's subscription: the portal's key, or the game's on a single-game site. On a portal, a game with
 * its own key has one more subscription (sync-game-subscriptions.ts).
 */
export function findPushKey(game: { readonly WebPushPublicKey?: string } | undefined): string | undefined {
  const own = runtimeConfig.game === undefined ? undefined : game?.WebPushPublicKey;
  return own ?? runtimeConfig.portal?.WebPushPublicKey;
}
