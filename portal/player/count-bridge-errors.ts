// Counts the errors of a game's calls and reports the totals: a minute after the first, when the page is hidden, and at
// the end. The counts are anonymous, so no consent is needed. A failed report is dropped.
import type { BridgeErrorCode, MethodName } from '#bridge/protocol.ts';
import { maxReportedBridgeErrors } from '#model/analytics-events.ts';
import type { BridgeErrorReport } from '#model/bridge-error-report.ts';
import type { PageLifecycle } from '#portal/analytics/create-analytics-sender.ts';
import type { Log } from '#portal/log.ts';

export interface BridgeErrorCounterDeps {
  readonly game: string;
  readonly send: (report: BridgeErrorReport) => Promise<void>;
  readonly page: PageLifecycle;
  readonly log: Pick<Log, 'warn'>;
}

export interface BridgeErrorCounter {
  /** @param method undefined if the game called an unknown method */
  readonly add: (method: MethodName | undefined, code: BridgeErrorCode) => void;
  readonly dispose: () => void;
}

export const bridgeErrorReportIntervalMs = 60_000;

export function createBridgeErrorCounter({ game, send, page, log }: BridgeErrorCounterDeps): BridgeErrorCounter {
  const errors = new Map<string, BridgeErrorReport['Errors'][number]>();
  let total = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (total === 0) return;
    const report = { Game: game, Errors: [...errors.values()] };
    errors.clear();
    total = 0;
    send(report).catch((error: unknown) => log.warn(`Errors of ${game} could not be reported.`, error));
  };
  const onVisibility = (): void => {
    if (page.document.visibilityState === 'hidden') tell();
  };
  page.document.addEventListener('visibilitychange', onVisibility);
  page.addEventListener('pagehide', tell);
  return {
    add: (method, code) => {
      // One report can't hold more.
      if (total >= maxReportedBridgeErrors) return;
      total += 1;
      const Method = method ?? 'other';
      const key = `${Method} ${code}`;
      errors.set(key, { Method, Code: code, Count: (errors.get(key)?.Count ?? 0) + 1 });
      timer ??= setTimeout(tell, bridgeErrorReportIntervalMs);
    },
    dispose: () => {
      page.document.removeEventListener('visibilitychange', onVisibility);
      page.removeEventListener('pagehide', tell);
      tell();
    },
  };
}
