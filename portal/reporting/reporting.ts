// Reports errors to the operator's error collector, if one is configured. Errors before the reporter has loaded are
// queued.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { log } from '#portal/log.ts';
import { createErrorQueue } from './error-queue.ts';
import type { ReporterConfig } from './load-reporter.ts';

export interface ReportingPage {
  addEventListener(type: 'error' | 'unhandledrejection', listener: (event: FailureEvent) => void): void;
  removeEventListener(type: 'error' | 'unhandledrejection', listener: (event: FailureEvent) => void): void;
}

export interface ReportingDeps {
  readonly page: ReportingPage;
  readonly afterFirstPaint: () => Promise<void>;
  readonly load: (config: ReporterConfig) => Promise<(error: unknown) => void>;
}

type FailureEvent = Event & { readonly error?: unknown; readonly reason?: unknown };

/** For the error boundary and for handled errors. Never throws. */
export function captureError(error: unknown): void {
  queue.capture(error);
}

/** Call it once, as early as possible. */
export function startReporting(config: RuntimeConfig): void {
  void runReporting(config, browserDeps());
}

/** Resolves when errors reach the reporter, or never will. */
export async function runReporting(config: RuntimeConfig, deps: ReportingDeps): Promise<void> {
  const { errorDsn, routerType, basePath } = config;
  if (errorDsn === undefined) {
    queue.forget();
    return;
  }
  const { page } = deps;
  const onError = (event: FailureEvent): void => captureError(event.error);
  const onRejection = (event: FailureEvent): void => captureError(event.reason);
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  try {
    await deps.afterFirstPaint();
    const send = await deps.load({ errorDsn, routerType, basePath });
    queue.sendTo(send);
  } catch (error) {
    queue.forget();
    log.warn('Errors are not reported: the reporter could not be loaded.', error);
  } finally {
    // The reporter has its own listeners.
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
  }
}

const queue = createErrorQueue();
// A page in the background is never painted.
const maxWaitForPaintMs = 3000;

function browserDeps(): ReportingDeps {
  return {
    page: window,
    afterFirstPaint: () =>
      new Promise((resolve) => {
        setTimeout(resolve, maxWaitForPaintMs);
        // The second animation frame starts after the first was painted.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
            else setTimeout(resolve, 200);
          }),
        );
      }),
    load: async (config) => (await import('./load-reporter.ts')).loadReporter(config),
  };
}
