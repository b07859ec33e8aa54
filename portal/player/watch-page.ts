import { createMessageBudget } from '#bridge/message-budget.ts';
import { log } from '#portal/log.ts';
import type { LoadingEvent } from './loading-state.ts';
import { pageNewsText, readPageNews, type PageNews } from '#portal/platform/page-news.ts';

export interface PageWatchOptions {
  readonly frame: { readonly contentWindow: unknown };
  readonly gameOrigin: string;
  readonly game: string;
  readonly tell: (event: LoadingEvent) => void;
  /** The lab's log, on a laptop. */
  readonly tellLab?: ((news: PageNews, text: string) => void) | undefined;
  readonly page?: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/** Hears what goes wrong in the page of the game in exactly this frame at exactly this origin. What comes back ends it. */
export function watchPage({ frame, gameOrigin, game, tell, tellLab, page = window }: PageWatchOptions): () => void {
  const budget = createMessageBudget({ burst: 120, perSecond: 5 }, () => performance.now());
  const receive = ({ source, origin, data }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow || origin !== gameOrigin) return;
    const news = readPageNews(data);
    if (!news || !budget.take()) return;
    const text = pageNewsText(news);
    tellLab?.(news, text);
    // What the game writes into the console stands there already.
    if (news.state !== 'console' && news.state !== 'shown') log.warn(`${game}: ${text}`);
    if (news.state === 'shown') tell({ type: 'shown' });
    if (news.state === 'blank')
      tell({
        type: 'failed',
        fault: news.file === undefined ? 'Empty' : 'FilesMissing',
        ...(news.file !== undefined && { file: news.file }),
      });
  };
  page.addEventListener('message', receive);
  return () => page.removeEventListener('message', receive);
}
