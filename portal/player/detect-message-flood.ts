import { createMessageBudget } from '#bridge/message-budget.ts';

/**
 * A bridge port that floods is closed, but messages posted to the page can't be refused, and each takes the page's
 * time. A game needs only a few: to request a port and to report loading progress. Calls back once if a game sends too
 * many.
 */
export function detectMessageFlood(
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
