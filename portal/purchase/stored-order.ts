// Stores the order being paid in this tab, so that its status is shown after a reload.
import { createStorage, type SafeStorage } from '#portal/storage.ts';

const key = 'PendingOrder';

const session = createStorage(() => globalThis.sessionStorage);

export const saveStoredOrderId = (transactionId: string, kept: SafeStorage = session): void =>
  kept.set(key, transactionId);

export const forgetStoredOrderId = (kept: SafeStorage = session): void => kept.remove(key);

export function consumeStoredOrderId(kept: SafeStorage = session): string | undefined {
  const transactionId = kept.get(key);
  kept.remove(key);
  // The id becomes part of a URL.
  return transactionId !== undefined && /^[0-9a-f-]{36}$/.test(transactionId) ? transactionId : undefined;
}
