// The error reporter, a chunk of its own: it is large, and nothing on the first screen needs it.
import { addEventProcessor, browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { mayRecord } from './may-record.ts';
import { scrubReport } from './scrub-report.ts';
import { watchPages } from './watch-pages.ts';

export type ReporterConfig = Pick<RuntimeConfig, 'routerType' | 'basePath'> & { readonly errorDsn: string };

/** Starts the reporter and gives the function that sends it an error. */
export function loadReporter(config: ReporterConfig): (error: unknown) => void {
  const mayRecordHere = (): boolean => mayRecord(window.location, config);
  const replay = mayRecordHere() ? createReplay() : undefined;
  init({
    dsn: config.errorDsn,
    tunnel: `${config.basePath}api/s_tunnel`,
    environment: 'prod',
    tracesSampleRate: 0.25,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    // Our server joins no traces, so calls need not carry their headers.
    tracePropagationTargets: [],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    integrations: [browserTracingIntegration(), ...(replay ? [replay] : [])],
    beforeSend: (event) => scrubReport(event),
    beforeSendSpan: (span) => scrubReport(span),
  });
  // Recordings come with an event of their own, which no other hook sees.
  addEventProcessor((event) => (event.type === undefined ? event : scrubReport(event)));
  if (replay) {
    watchPages(window, () => {
      // Once stopped it stays so until the page is loaded anew. Stopping sends what was recorded before.
      if (!mayRecordHere()) void replay.stop();
    });
  }
  return (error) => void captureException(error);
}

function createReplay(): ReturnType<typeof replayIntegration> {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt'],
    // A link may hold a token in its query.
    block: ['iframe', 'a[href*="?"]'],
    networkCaptureBodies: false,
    // Its worker is made from text, which the pages' policy refuses.
    useCompression: false,
    beforeAddRecordingEvent: (event) => scrubReport(event),
  });
}
