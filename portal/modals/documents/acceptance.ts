// Who has to hear that a player has accepted all that he was asked for.
const listeners = new Set<() => void>();

export function tellAcceptance(): void {
  for (const listener of listeners) listener();
}

/** The function that comes back ends it. */
export function subscribeToAcceptance(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
