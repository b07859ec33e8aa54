// The order that is being paid in this tab, kept so that a reload in the middle does not lose it: the screen that comes up then
// leads to the page that tells what became of it.
import { createStorage, type SafeStorage } from '#portal/storage.ts';

const key = 'PendingOrder';

const session = createStorage(() => globalThis.sessionStorage);

export const keepOrder = (transactionId: string, kept: SafeStorage = session): void => kept.set(key, transactionId);

export const forgetOrder = (kept: SafeStorage = session): void => kept.remove(key);

/** The order of the page before, once. */
export function takeKeptOrder(kept: SafeStorage = session): string | undefined {
  const transactionId = kept.get(key);
  kept.remove(key);
  // It becomes a part of an address.
  return transactionId !== undefined && /^[0-9a-f-]{36}$/.test(transactionId) ? transactionId : undefined;
}
