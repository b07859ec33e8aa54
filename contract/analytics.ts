import { AnalyticsEnvelope } from '#model/analytics.ts';
import { BridgeErrorReport } from '#model/bridge-error-report.ts';
import { allSessionKinds, route } from '#model/route.ts';

export const analyticsRoutes = {
  track: route({
    method: 'POST',
    path: '/analytics/track',
    access: ['anyone', ...allSessionKinds],
    summary: 'Record a batch of analytics events. If the server returns Overloaded, send the batch again.',
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
      "Report how often a game's bridge calls failed, by error. Operators see only the counts. At most 100 errors per report.",
    body: BridgeErrorReport,
    bodyLimit: 16 * 1024,
    errors: ['UnknownGame'],
    perMinute: 12,
  }),
};
