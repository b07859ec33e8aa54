import { createMessageBudget } from '#bridge/message-budget.ts';
import { log } from '#portal/log.ts';
import type { GameLoadingEvent } from './loading-state.ts';
import { describeGamePageReport, readGamePageReport, type GamePageReport } from '#portal/platform/game-page-report.ts';

export interface GamePageWatchOptions {
  readonly frame: { readonly contentWindow: unknown };
  readonly gameOrigin: string;
  readonly game: string;
  readonly tell: (event: GameLoadingEvent) => void;
  readonly onWatched?: () => void;
  /** Failures, for the game's developers. */
  readonly onFailure?: ((news: GamePageReport) => void) | undefined;
  readonly reportToLab?: ((news: GamePageReport, text: string) => void) | undefined;
  readonly page?: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/** Listens to error reports from the page in this frame, at this origin only. Returns a function that stops it. */
export function watchGamePage({
  frame,
  gameOrigin,
  game,
  tell,
  onWatched,
  onFailure,
  reportToLab,
  page = window,
}: GamePageWatchOptions): () => void {
  const budget = createMessageBudget({ burst: 120, perSecond: 5 }, () => performance.now());
  let hasFailed = false;
  const receive = ({ source, origin, data }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow || origin !== gameOrigin) return;
    const news = readGamePageReport(data);
    if (!news || !budget.take()) return;
    if (news.state === 'watching') return onWatched?.();
    const text = describeGamePageReport(news);
    // A call of another portal's SDK; its effect is logged as well.
    if (news.state === 'foreign') return reportToLab?.(news, text);
    onFailure?.(news);
    // Success is logged only after a failure.
    if (news.state !== 'shown' || hasFailed) reportToLab?.(news, text);
    hasFailed = news.state !== 'shown';
    // The game's console output is already in the browser's console.
    if (news.state !== 'console' && news.state !== 'shown') log.warn(`${game}: ${text}`);
    const event = toLoadingEvent(news);
    if (event) tell(event);
  };
  page.addEventListener('message', receive);
  return () => page.removeEventListener('message', receive);
}

function toLoadingEvent({ state, file, text }: GamePageReport): GameLoadingEvent | undefined {
  if (state === 'shown') return { type: 'shown' };
  if (state === 'blank')
    return { type: 'failed', fault: file === undefined ? 'Empty' : 'FilesMissing', detail: file ?? text };
  if (state === 'broken') return { type: 'failed', fault: 'Threw', detail: text };
  if (state === 'overlay') return { type: 'failed', fault: 'EngineError', detail: text };
  return undefined;
}
