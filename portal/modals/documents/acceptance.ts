const listeners = new Set<() => void>();

export function notifyDocumentsAccepted(): void {
  for (const listener of listeners) listener();
}

export function subscribeToDocumentsAccepted(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
