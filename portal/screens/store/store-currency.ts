import { useSyncExternalStore } from 'react';
import { storage, type SafeStorage } from '#portal/storage.ts';

const key = 'StoreCurrency';

export function readStoredCurrency(kept: SafeStorage = storage): string | undefined {
  const currency = kept.get(key);
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
}

export const saveCurrency = (currency: string, kept: SafeStorage = storage): void => kept.set(key, currency);

export const useStoredCurrency = (): string | undefined =>
  useSyncExternalStore(subscribeToNothing, readStoredCurrency, () => undefined);

/** Changes are not observed: the component that changes it holds the new value. */
const subscribeToNothing = () => () => undefined;
