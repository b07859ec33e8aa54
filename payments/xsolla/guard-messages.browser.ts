// The widget looks at the window that a message comes from and not at its origin: the page of a bank to which Pay Station has led
// its frame could tell it that all is paid. This stands before it and lets pass what Pay Station says, and what is our own.

/** Tells what Pay Station says while it stands. Set it up before the widget is opened: who listens first hears first. */
export function guardMessages(
  trustedOrigin: string,
  hear: (command: string, data: unknown) => void,
): { readonly stop: () => void } {
  const listen = (event: MessageEvent<unknown>): void => {
    // The portal around the frame is looked at by its own listener.
    if (event.source === window.parent && window.parent !== window) return;
    if (event.origin !== trustedOrigin) {
      event.stopImmediatePropagation();
      return;
    }
    const { command, data } = read(event.data);
    if (command !== undefined) hear(command, data);
    // The widget cannot read anything else, and throws.
    else event.stopImmediatePropagation();
  };
  window.addEventListener('message', listen, { capture: true });
  return { stop: () => window.removeEventListener('message', listen, { capture: true }) };
}

/** Both sides write JSON texts. */
function read(text: unknown): { command?: string; data?: unknown } {
  if (typeof text !== 'string') return {};
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // Not theirs.
    return {};
  }
  if (typeof message !== 'object' || message === null || !('command' in message)) return {};
  const { command, data }: { command: unknown; data?: unknown } = message;
  return typeof command === 'string' ? { command, data } : {};
}
