import { AnalyticsEnvelope } from '#model/analytics.ts';
import { route } from '#model/route.ts';

export const analytics = {
  track: route({
    method: 'POST',
    path: '/analytics/track',
    access: 'anyone',
    summary: 'Record a batch of analytics events.',
    body: AnalyticsEnvelope,
    bodyLimit: 1024 * 1024,
  }),
};
