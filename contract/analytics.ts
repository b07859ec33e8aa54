import { AnalyticsEnvelope } from '#model/analytics.ts';
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
};
