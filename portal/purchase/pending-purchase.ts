// Stores a purchase in this tab while the buyer signs in, because some platforms' sign-in leaves the page.
import type { ParamsOf } from '#bridge/protocol.ts';
import { createStorage, type SafeStorage } from '#portal/storage.ts';

type BuyRequest = ParamsOf<'BuyProduct'>;

export interface PurchasePlace {
  readonly game: string;
  readonly platform: string;
}

const key = 'PendingPurchase';
const maxAgeMs = 30 * 60_000;

const session = createStorage(() => globalThis.sessionStorage);

export const storePendingPurchase = (
  { game, platform }: PurchasePlace,
  request: BuyRequest,
  kept: SafeStorage = session,
): void => kept.set(key, JSON.stringify({ game, platform, request, storedAt: Date.now() }));

export const forgetPendingPurchase = (kept: SafeStorage = session): void => kept.remove(key);

export const hasPendingPurchase = (kept: SafeStorage = session): boolean => kept.get(key) !== undefined;

/** Returns the purchase once, and only for the same game on the same platform. */
export function consumePendingPurchase(
  { game, platform }: PurchasePlace,
  kept: SafeStorage = session,
): BuyRequest | undefined {
  const text = kept.get(key);
  if (text === undefined) return undefined;
  kept.remove(key);
  // Written above.
  const found = JSON.parse(text) as PurchasePlace & { readonly request: BuyRequest; readonly storedAt: number };
  const isSame = found.game === game && found.platform === platform;
  return isSame && Date.now() - found.storedAt < maxAgeMs ? found.request : undefined;
}
