// The currency that somebody has chosen, for all stores of this portal.
import { useSyncExternalStore } from 'react';
import { storage, type SafeStorage } from '#portal/storage.ts';

const key = 'StoreCurrency';

export function readCurrency(kept: SafeStorage = storage): string | undefined {
  const currency = kept.get(key);
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
}

export const keepCurrency = (currency: string, kept: SafeStorage = storage): void => kept.set(key, currency);

/** The one of before, which only a browser knows. */
export const useKeptCurrency = (): string | undefined =>
  useSyncExternalStore(hearNothing, readCurrency, () => undefined);

/** Whoever changes it holds it himself. */
const hearNothing = () => () => undefined;
