// The error reporter in its own chunk, because it is large.
import { addEventProcessor, browserTracingIntegration, captureException, init, replayIntegration } from '@sentry/react';
import type { RuntimeConfig } from '#model/runtime-config.ts';
import { consent, subscribeToConsent } from './consent.ts';
import { isSessionRecordingAllowed } from './is-session-recording-allowed.ts';
import { scrubReport } from './scrub-report.ts';
import { watchNavigation } from './watch-navigation.ts';

export type ReporterConfig = Pick<RuntimeConfig, 'routerType' | 'basePath'> & { readonly errorDsn: string };

export function loadReporter(config: ReporterConfig): (error: unknown) => void {
  const mayRecordHere = (): boolean => consent() !== 'denied' && isSessionRecordingAllowed(window.location, config);
  const replay = mayRecordHere() ? createReplay() : undefined;
  init({
    dsn: config.errorDsn,
    tunnel: `${config.basePath}api/s_tunnel`,
    environment: 'prod',
    tracesSampleRate: 0.25,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    // Our server does not join traces, so calls need no trace headers.
    tracePropagationTargets: [],
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [], urlQueryParams: false },
    integrations: [browserTracingIntegration(), ...(replay ? [replay] : [])],
    beforeSend: (event) => scrubReport(event),
    beforeSendSpan: (span) => scrubReport(span),
  });
  // A recording sends its own event, which no other hook sees.
  addEventProcessor((event) => (event.type === undefined ? event : scrubReport(event)));
  if (replay) {
    const stopIfForbidden = (): void => {
      // Stopping is final until a reload, and sends what was recorded before.
      if (!mayRecordHere()) void replay.stop();
    };
    watchNavigation(window, stopIfForbidden);
    subscribeToConsent(stopIfForbidden);
  }
  return (error) => void captureException(error);
}

function createReplay(): ReturnType<typeof replayIntegration> {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    maskAttributes: ['title', 'placeholder', 'aria-label', 'alt'],
    // A link may have a token in its query.
    block: ['iframe', 'a[href*="?"]'],
    networkCaptureBodies: false,
    // The compression worker is created from text, which the content security policy blocks.
    useCompression: false,
    beforeAddRecordingEvent: (event) => scrubReport(event),
  });
}
