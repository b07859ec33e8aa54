// Stops messages that do not come from the provider's origin. The frame may navigate to a bank's page, which could send
// the same messages, and providers' widgets check only the sending window.

type FrameMessage = Readonly<Record<string, unknown>>;

/**
 * Returns a function that stops listening.
 * @param take returns whether it knows the message; unknown messages are stopped
 */
export function listenToFrame(trustedOrigin: string, take: (message: FrameMessage) => boolean): () => void {
  const listen = (event: MessageEvent<unknown>): void => {
    // Messages from the portal around the frame have their own listener.
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
    return undefined;
  }
}
