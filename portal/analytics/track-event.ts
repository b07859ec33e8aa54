// The way of an event to the sender, which is loaded with the first one. A player who does not want to be counted is not.
import { log } from '#portal/log.ts';
import { consent } from '#portal/reporting/consent.ts';
import { sessionToken } from '#portal/session-token.ts';
import { analyticsEvent, type AnalyticsData } from './analytics-event.ts';
import type { Sender } from './create-sender.ts';

/** Records an event with its number of model/analytics-events.ts. Never throws and need not be waited for. */
export function trackEvent(eventId: number, data: AnalyticsData = {}): void {
  if (consent() === 'denied') return;
  const event = analyticsEvent(eventId, data);
  // Whose event it is, even if somebody else is signed in when it is sent.
  const token = sessionToken();
  loadSender()
    .then((sender) => sender.add(event, token))
    .catch((error: unknown) => log.warn(`Analytics event ${eventId} is lost: the sender could not be loaded.`, error));
}

let loading: Promise<Sender> | undefined;

function loadSender(): Promise<Sender> {
  loading ??= import('./page-sender.ts').then(
    ({ pageSender }) => pageSender,
    (error: unknown) => {
      // The next event tries again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
