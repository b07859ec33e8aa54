import type { BrowserHost } from '../port.browser.ts';

/** A script that tells events. Older ones may not, or may not be told to end. */
export interface Emitter<Event extends string> {
  on?(event: Event, listener: () => void): void;
  off?(event: Event, listener: () => void): void;
}

/** A platform pauses games while something lies over them. What comes back ends it: nothing is heard after that. */
export function followPauses<Event extends string>(
  { news }: Pick<BrowserHost, 'news'>,
  emitter: Emitter<Event>,
  { pause, resume }: { readonly pause: Event; readonly resume: Event },
): () => void {
  let isOver = false;
  const listeners: readonly [Event, () => void][] = [
    [pause, () => isOver || news.focus(false)],
    [resume, () => isOver || news.focus(true)],
  ];
  for (const [event, listener] of listeners) emitter.on?.(event, listener);
  return () => {
    isOver = true;
    for (const [event, listener] of listeners) emitter.off?.(event, listener);
  };
}
