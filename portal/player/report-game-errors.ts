// Reports what fails in a game's page: half a minute after the first failure, when the page is hidden, and at the end.
// Reports contain nothing about the player, so no consent is needed. A failed report is dropped.
import { maxReportedGameErrors, type GameErrorReport } from '#model/game-error-report.ts';
import { createSessionApiClient } from '#portal/api.ts';
import type { PageLifecycle } from '#portal/analytics/create-analytics-sender.ts';
import { log, type Log } from '#portal/log.ts';
import type { GamePageReport, GamePageState } from '#portal/platform/game-page-report.ts';
import { scrubText } from '#portal/reporting/scrub-report.ts';

export interface GameErrorReporterDeps {
  readonly game: string;
  readonly send: (report: GameErrorReport) => Promise<void>;
  readonly page: PageLifecycle;
  readonly log: Pick<Log, 'warn'>;
}

export interface GameErrorReporter {
  readonly add: (news: GamePageReport) => void;
  readonly dispose: () => void;
}

export const startGameErrorReporter = (game: string): GameErrorReporter =>
  createGameErrorReporter({
    game,
    send: (report) => createSessionApiClient(undefined, { keepalive: true }).analytics.reportGameErrors(report),
    page: window,
    log,
  });

export const gameErrorReportDelayMs = 30_000;

type PageError = GameErrorReport['PageErrors'][number];

export function createGameErrorReporter({ game, send, page, log }: GameErrorReporterDeps): GameErrorReporter {
  const errors = new Map<string, PageError>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (errors.size === 0) return;
    const PageErrors = [...errors.values()];
    errors.clear();
    send({ Game: game, PageErrors }).catch((error: unknown) =>
      log.warn(`Errors of ${game} could not be reported.`, error),
    );
  };
  const onVisibility = (): void => {
    if (page.document.visibilityState === 'hidden') report();
  };
  page.document.addEventListener('visibilitychange', onVisibility);
  page.addEventListener('pagehide', report);
  return {
    add: ({ state, text = '', file = '' }) => {
      const Kind = kinds[state];
      if (!Kind) return;
      const Message = scrubText(text);
      const Place = scrubText(file);
      const key = `${Kind} ${Message} ${Place}`;
      const Count = Math.min((errors.get(key)?.Count ?? 0) + 1, 100);
      if (errors.size >= maxReportedGameErrors && !errors.has(key)) return;
      errors.set(key, { Kind, Message, Place, Count });
      timer ??= setTimeout(report, gameErrorReportDelayMs);
    },
    dispose: () => {
      page.document.removeEventListener('visibilitychange', onVisibility);
      page.removeEventListener('pagehide', report);
      report();
    },
  };
}

const kinds: Readonly<Partial<Record<GamePageState, PageError['Kind']>>> = {
  error: 'Error',
  missing: 'Missing',
  refused: 'Refused',
  blank: 'Blank',
  broken: 'Broken',
  overlay: 'Overlay',
};
