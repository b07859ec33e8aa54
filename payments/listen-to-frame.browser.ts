// What a provider's page says out of its frame, as JSON texts. A page of a bank, to which the provider may lead its frame, could say the
// same, and providers' widgets look at the window that a message comes from and not at its origin. This listens before them, and lets
// pass what the provider says, and what is our own.

export type FrameMessage = Readonly<Record<string, unknown>>;

/** @param take whether it is a message that is known: no other reaches whoever listens behind. Gives what ends it. */
export function listenToFrame(trustedOrigin: string, take: (message: FrameMessage) => boolean): () => void {
  const listen = (event: MessageEvent<unknown>): void => {
    // The portal around the frame is looked at by its own listener.
    if (event.source === window.parent && window.parent !== window) return;
    const message = event.origin === trustedOrigin ? readMessage(event.data) : undefined;
    if (!message || !take(message)) event.stopImmediatePropagation();
  };
  window.addEventListener('message', listen, { capture: true });
  return () => window.removeEventListener('message', listen, { capture: true });
}

function readMessage(text: unknown): FrameMessage | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const message = JSON.parse(text) as unknown;
    return typeof message === 'object' && message !== null ? (message as FrameMessage) : undefined;
  } catch {
    // Not theirs.
    return undefined;
  }
}
