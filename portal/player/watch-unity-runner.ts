import { createMessageBudget } from '#bridge/message-budget.ts';
import type { GameLoadingEvent } from './loading-state.ts';
import { readUnityRunnerReport } from './unity-runner-report.ts';

interface RunnerWatch {
  readonly stop: () => void;
  /** Asks the build to shut down. Resolves when it has, if there is none, or after the timeout. */
  readonly leave: (patienceMs: number) => Promise<void>;
}

export function watchUnityRunner(
  frame: { readonly contentWindow: unknown },
  gameOrigin: string,
  tell: (event: GameLoadingEvent) => void,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'> = window,
): RunnerWatch {
  // Every message causes a render, so a page that floods is rate limited.
  const budget = createMessageBudget({ burst: 200, perSecond: 100 }, () => performance.now());
  let isThere = false;
  let onEnded: (() => void) | undefined;
  const receive = ({ source, origin, data }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow || origin !== gameOrigin) return;
    const news = readUnityRunnerReport(data);
    if (!news) return;
    isThere = true;
    if (news.state === 'ended') return onEnded?.();
    if (news.state === 'loading' && !budget.take()) return undefined;
    if (news.state === 'ready') return tell({ type: 'ready' });
    if (news.state === 'failed') return tell({ type: 'failed', fault: news.reason });
    return tell({ ...news, type: 'progress', fraction: news.progress });
  };
  const stop = (): void => page.removeEventListener('message', receive);
  page.addEventListener('message', receive);
  return {
    stop,
    leave: async (patienceMs) => {
      const { contentWindow } = frame as { contentWindow: Pick<Window, 'postMessage'> | null };
      if (isThere && contentWindow) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patienceMs);
          onEnded = () => {
            clearTimeout(timer);
            resolve();
          };
          contentWindow.postMessage({ type: 'fxid-portal', state: 'leaving' }, gameOrigin);
        });
      }
      stop();
    },
  };
}
