// Stores the order being paid in this tab, so that after a reload the page can open that order's status.
import { createStorage, type SafeStorage } from '#portal/storage.ts';

const key = 'PendingOrder';

const session = createStorage(() => globalThis.sessionStorage);

export const storeOrder = (transactionId: string, kept: SafeStorage = session): void => kept.set(key, transactionId);

export const forgetStoredOrder = (kept: SafeStorage = session): void => kept.remove(key);

/** Returns the order from before the reload, once. */
export function consumeStoredOrder(kept: SafeStorage = session): string | undefined {
  const transactionId = kept.get(key);
  kept.remove(key);
  // The id becomes part of a URL.
  return transactionId !== undefined && /^[0-9a-f-]{36}$/.test(transactionId) ? transactionId : undefined;
}
