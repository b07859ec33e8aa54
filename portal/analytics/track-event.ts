// Passes events to the sender, which is loaded with the first one. Nothing is tracked once the
// player has refused; a player who has not answered is tracked.
import { log } from '#portal/log.ts';
import { consent } from '#portal/reporting/consent.ts';
import { sessionToken } from '#portal/session-token.ts';
import { buildAnalyticsEvent, type AnalyticsEventData } from './analytics-event.ts';
import type { AnalyticsSender } from './create-analytics-sender.ts';

/** Tracks an event by its number in model/analytics-events.ts. Never throws. */
export function trackEvent(eventId: number, data: AnalyticsEventData = {}): void {
  if (consent() === 'denied') return;
  const event = buildAnalyticsEvent(eventId, data);
  // The event belongs to this session, even if another account is signed in when it is sent.
  const token = sessionToken();
  loadSender()
    .then((sender) => sender.add(event, token))
    .catch((error: unknown) => log.warn(`Analytics event ${eventId} is lost: the sender could not be loaded.`, error));
}

let loading: Promise<AnalyticsSender> | undefined;

function loadSender(): Promise<AnalyticsSender> {
  loading ??= import('./page-analytics-sender.ts').then(
    ({ pageAnalyticsSender }) => pageAnalyticsSender,
    (error: unknown) => {
      // The next event tries to load it again.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
