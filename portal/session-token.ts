// The token of the session, in the browser's storage under the name that clients know, and who has to hear when it changes.
import { createStorage, storage } from './storage.ts';

export const tokenKey = 'AuthToken';

/**
 * For a page in which a session is proved anew at every start, and where none of the portal's may be found: it is kept until the
 * page goes. To be called before anything asks.
 */
export function keepSessionInMemory(): void {
  kept = createStorage(() => {
    throw new Error('This page keeps its session in memory.');
  });
}

let kept = storage;

export const sessionToken = (): string | undefined => kept.get(tokenKey);

export const isSignedIn = (): boolean => Boolean(sessionToken());

/** Called with the token of every sign-in, whichever way it took. */
export function beginSession(token: string): void {
  kept.set(tokenKey, token);
  changed(undefined);
}

/** @param token when given, only if this is still the token: another sign-in may have come in between */
export function endSession(token?: string): void {
  if (token !== undefined && token !== sessionToken()) return;
  kept.remove(tokenKey);
  changed(token === undefined ? 'here' : 'elsewhere');
}

/** How the last session of this page ended: by its own person, or by the server or another tab. */
export const sessionEnding = (): SessionEnding | undefined => ending;

export type SessionEnding = 'here' | 'elsewhere';

/** While somebody proves again who he is, a new token is no new session, unless it turns out at the end to be another's. */
export function holdSession(): (isAnother: boolean) => void {
  isHeld = true;
  return (isAnother) => {
    isHeld = false;
    if (isAnother || !isSignedIn()) changed(isSignedIn() ? undefined : 'elsewhere');
  };
}

/** Called whenever there is another token, or none any more. */
export function subscribeToToken(listener: () => void): () => void {
  const stop = subscribeToSession(() => undefined);
  tokenListeners.add(listener);
  return () => {
    tokenListeners.delete(listener);
    stop();
  };
}

/** A number that is another one for every session, and 0 without one. */
export const currentSession = (): number => (isSignedIn() ? session : 0);

export function subscribeToSession(listener: () => void): () => void {
  if (listeners.size === 0) globalThis.addEventListener('storage', followOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) globalThis.removeEventListener('storage', followOtherTab);
  };
}

const listeners = new Set<() => void>();
const tokenListeners = new Set<() => void>();
let isHeld = false;
let session = 1;
let ending: SessionEnding | undefined;

function changed(how: SessionEnding | undefined): void {
  for (const listener of tokenListeners) listener();
  if (isHeld) return;
  session += 1;
  ending = how;
  for (const listener of listeners) listener();
}

function followOtherTab({ key }: StorageEvent): void {
  if (kept !== storage) return;
  // No key: everything was cleared.
  if (key === tokenKey || key === null) changed(isSignedIn() ? undefined : 'elsewhere');
}
