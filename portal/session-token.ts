// The session token and notifications of its changes. The name in storage is known to clients.
import { createStorage, storage } from './storage.ts';

export const sessionTokenKey = 'AuthToken';

/**
 * For a platform's pages, which must not find the portal's session: the token lives until the page closes. Call it
 * before anything reads the token.
 */
export function keepSessionInMemory(): void {
  kept = createStorage(() => {
    throw new Error('This page keeps its session in memory.');
  });
}

let kept = storage;

export const sessionToken = (): string | undefined => kept.get(sessionTokenKey);

export const isSignedIn = (): boolean => Boolean(sessionToken());

export function beginSession(token: string): void {
  kept.set(sessionTokenKey, token);
  changed(undefined);
}

/** @param token ends the session only if this is still its token */
export function endSession(token?: string): void {
  if (token !== undefined && token !== sessionToken()) return;
  kept.remove(sessionTokenKey);
  changed(token === undefined ? 'here' : 'elsewhere');
}

/** How the last session of this page ended: by the player (`here`), or by the server or another tab. */
export const lastSessionEnding = (): SessionEnding | undefined => ending;

export type SessionEnding = 'here' | 'elsewhere';

/**
 * While the player proves their identity again, a new token does not count as a new session, unless it is another
 * account's.
 */
export function deferSessionChange(): (isAnother: boolean) => void {
  isHeld = true;
  return (isAnother) => {
    isHeld = false;
    if (isAnother || !isSignedIn()) changed(isSignedIn() ? undefined : 'elsewhere');
  };
}

export function subscribeToToken(listener: () => void): () => void {
  const stop = subscribeToSession(() => undefined);
  tokenListeners.add(listener);
  return () => {
    tokenListeners.delete(listener);
    stop();
  };
}

/** Differs for every session; 0 without one. */
export const currentSessionNumber = (): number => (isSignedIn() ? session : 0);

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
  // No key means that the whole storage was cleared.
  if (key === sessionTokenKey || key === null) changed(isSignedIn() ? undefined : 'elsewhere');
}
