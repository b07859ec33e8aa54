import type { BrowserHost } from '../port.browser.ts';

export interface SdkEventEmitter<Event extends string> {
  on?(event: Event, listener: () => void): void;
  off?(event: Event, listener: () => void): void;
}

/** Reports focus changes when a platform pauses the game behind an overlay. Returns a function that stops it. */
export function forwardPlatformPauses<Event extends string>(
  { events }: Pick<BrowserHost, 'events'>,
  emitter: SdkEventEmitter<Event>,
  { pause, resume }: { readonly pause: Event; readonly resume: Event },
): () => void {
  let isOver = false;
  const listeners: readonly [Event, () => void][] = [
    [pause, () => isOver || events.focus(false)],
    [resume, () => isOver || events.focus(true)],
  ];
  for (const [event, listener] of listeners) emitter.on?.(event, listener);
  return () => {
    isOver = true;
    for (const [event, listener] of listeners) emitter.off?.(event, listener);
  };
}
