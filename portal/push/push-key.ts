import { runtimeConfig } from '#portal/runtime-config.ts';

/**
 * A browser has one subscription with one key: games of a portal share the portal's key, a single-game site uses the
 * game's.
 */
export function findPushKey(game: { readonly WebPushPublicKey?: string } | undefined): string | undefined {
  const own = runtimeConfig.game === undefined ? undefined : game?.WebPushPublicKey;
  return own ?? runtimeConfig.portal?.WebPushPublicKey;
}
