import { createMessageBudget } from '#bridge/message-budget.ts';

/**
 * Messages posted to the page can't be rejected, unlike those to a bridge port, and each takes time. Calls back once if
 * a game sends too many.
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
