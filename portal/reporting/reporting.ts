// Reports errors of the portal to the operator's collector, where one is configured. What happens before the reporter is
// there waits in a queue, so nothing is lost by loading it late.
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { log } from '#portal/log.ts';
import { createErrorQueue } from './error-queue.ts';
import type { ReporterConfig } from './load-reporter.ts';

export interface ReportingPage {
  addEventListener(type: 'error' | 'unhandledrejection', listener: (event: FailureEvent) => void): void;
  removeEventListener(type: 'error' | 'unhandledrejection', listener: (event: FailureEvent) => void): void;
}

export interface ReportingParts {
  readonly page: ReportingPage;
  readonly afterFirstPaint: () => Promise<void>;
  readonly load: (config: ReporterConfig) => Promise<(error: unknown) => void>;
}

type FailureEvent = Event & { readonly error?: unknown; readonly reason?: unknown };

/** For the error boundary, and for faults that are handled and should be known of. Never throws, never waits. */
export function captureError(error: unknown): void {
  queue.capture(error);
}

/** Call it once, as early as possible. Does nothing where no collector is configured. */
export function startReporting(config: RuntimeConfig): void {
  void report(config, browserParts());
}

/** The same with its parts given; ends when errors go to the reporter, or never will. */
export async function report(config: RuntimeConfig, parts: ReportingParts): Promise<void> {
  const { errorDsn, routerType, basePath } = config;
  if (errorDsn === undefined) {
    queue.forget();
    return;
  }
  const { page } = parts;
  const onError = (event: FailureEvent): void => captureError(event.error);
  const onRejection = (event: FailureEvent): void => captureError(event.reason);
  page.addEventListener('error', onError);
  page.addEventListener('unhandledrejection', onRejection);
  try {
    await parts.afterFirstPaint();
    const send = await parts.load({ errorDsn, routerType, basePath });
    queue.sendTo(send);
  } catch (error) {
    queue.forget();
    log.warn('Errors are not reported: the reporter could not be loaded.', error);
  } finally {
    // The reporter listens itself.
    page.removeEventListener('error', onError);
    page.removeEventListener('unhandledrejection', onRejection);
  }
}

const queue = createErrorQueue();
// A page in the background is never painted.
const maxWaitForPaintMs = 3000;

function browserParts(): ReportingParts {
  return {
    page: window,
    afterFirstPaint: () =>
      new Promise((resolve) => {
        setTimeout(resolve, maxWaitForPaintMs);
        // The second frame begins after the first has been painted; then the browser may have other things to do.
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
