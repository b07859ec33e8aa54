import { createMessageBudget } from '#bridge/message-budget.ts';

/**
 * A port that floods is closed, but what a frame posts to the page itself cannot be refused: every message takes the page's
 * time. Few are ever needed, to ask for a port and to tell how a build loads. Tells once of a game that does not stop.
 */
export function guardMessages(
  frame: { readonly contentWindow: unknown },
  onFlood: () => void,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'> = window,
): () => void {
  const budget = createMessageBudget({ burst: 2000, perSecond: 200 }, () => performance.now());
  const receive = ({ source }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow || budget.take()) return;
    stop();
    onFlood();
  };
  const stop = (): void => page.removeEventListener('message', receive);
  page.addEventListener('message', receive);
  return stop;
}
