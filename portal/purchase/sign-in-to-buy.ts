import type { ParamsOf } from '#bridge/protocol.ts';
import type { ConnectedPlatform } from '#portal/platform/connected-platform.ts';
import { isSignedIn } from '#portal/session-token.ts';
import { forgetPendingPurchase, storePendingPurchase } from './pending-purchase.ts';

/** Opens the platform's sign-in. Resolves to false if the buyer is still signed out. */
export async function signInToBuy(
  { game, played }: { readonly game: string; readonly played: ConnectedPlatform },
  request: ParamsOf<'BuyProduct'>,
): Promise<boolean> {
  const { signIn } = played.platform;
  if (!signIn) return false;
  storePendingPurchase({ game, platform: played.entry.id }, request);
  try {
    await signIn.open();
  } finally {
    forgetPendingPurchase();
  }
  // The portal's own sign-in has already started the session.
  if (!isSignedIn()) await played.signIn();
  return isSignedIn();
}
