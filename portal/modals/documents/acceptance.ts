// Notifies listeners that the player has accepted all documents they were asked for.
const listeners = new Set<() => void>();

export function notifyDocumentsAccepted(): void {
  for (const listener of listeners) listener();
}

/** Returns a function that unsubscribes. */
export function subscribeToDocumentsAccepted(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
