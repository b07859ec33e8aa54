// The player's consent to tracking. Nothing is passed to trackers before they agree; they can withdraw it.
import { storage, type SafeStorage } from '#portal/storage.ts';

export type ConsentStatus = 'unknown' | 'granted' | 'denied';

export interface ConsentStore {
  readonly status: () => ConsentStatus;
  readonly set: (status: Exclude<ConsentStatus, 'unknown'>) => void;
  /** The player is asked again. */
  readonly reset: () => void;
  readonly subscribe: (listener: (status: ConsentStatus) => void) => () => void;
}

export function createConsentStore(kept: SafeStorage): ConsentStore {
  const listeners = new Set<(status: ConsentStatus) => void>();
  // Read each time, because another tab may have changed it.
  const status = (): ConsentStatus => {
    const value = kept.get(key);
    return value === 'granted' || value === 'denied' ? value : 'unknown';
  };
  const publish = (): void => {
    // A listener may add another one, which knows the status already.
    const known = [...listeners];
    for (const listener of known) listener(status());
  };
  return {
    status,
    set: (chosen) => {
      if (status() === chosen) return;
      kept.set(key, chosen);
      publish();
    },
    reset: () => {
      kept.remove(key);
      publish();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const key = 'TrackingConsent';

export const {
  status: consent,
  set: setConsent,
  reset: resetConsent,
  subscribe: subscribeToConsent,
} = createConsentStore(storage);
