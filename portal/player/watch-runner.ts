import type { LoadingEvent } from './loading-state.ts';
import { readRunnerNews } from './runner-news.ts';

/** Hears the page around a Unity build in exactly this frame at exactly this origin, and nobody else. */
export function watchRunner(
  frame: { readonly contentWindow: unknown },
  gameOrigin: string,
  tell: (event: LoadingEvent) => void,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'> = window,
): () => void {
  const hear = ({ source, origin, data }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow || origin !== gameOrigin) return;
    const news = readRunnerNews(data);
    if (!news) return;
    if (news.state === 'ready') tell({ type: 'ready' });
    else if (news.state === 'failed') tell({ type: 'failed', fault: news.reason });
    else tell({ ...news, type: 'progress', fraction: news.progress });
  };
  page.addEventListener('message', hear);
  return () => page.removeEventListener('message', hear);
}
