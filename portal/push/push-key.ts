import { runtimeConfig } from '#portal/runtime-config.ts';

/**
 * The key that this browser subscribes with. It has one subscription, which belongs to one key: all games of a portal share the
 * portal's, and only a site for one game takes that game's own.
 */
export function findPushKey(game: { readonly WebPushPublicKey?: string } | undefined): string | undefined {
  const own = runtimeConfig.game === undefined ? undefined : game?.WebPushPublicKey;
  return own ?? runtimeConfig.portal?.WebPushPublicKey;
}
