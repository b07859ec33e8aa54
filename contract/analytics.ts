import { AnalyticsEnvelope } from '#model/analytics.ts';
import { BridgeErrorReport } from '#model/bridge-error-report.ts';
import { anySession, route } from '#model/route.ts';

export const analytics = {
  track: route({
    method: 'POST',
    path: '/analytics/track',
    access: ['anyone', ...anySession],
    summary:
      'Record a batch of analytics events. A server that cannot keep up answers Overloaded: send the batch again.',
    body: AnalyticsEnvelope,
    bodyLimit: 1024 * 1024,
    errors: ['Overloaded'],
    perMinute: 120,
  }),
  countBridgeErrors: route({
    method: 'POST',
    path: '/analytics/bridge_errors',
    access: ['anyone'],
    summary:
      "Tell how often a game's calls over the bridge were answered with which error. Only counted for operators; of one report a hundred errors at most.",
    body: BridgeErrorReport,
    bodyLimit: 16 * 1024,
    errors: ['UnknownGame'],
    perMinute: 12,
  }),
};
