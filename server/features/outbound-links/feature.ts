import { analyticsEventIds } from '#model/analytics-events.ts';
import { recordServerEvent } from '#server/features/analytics/record-server-event.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createOutboundLinkRoutes, type OutboundLinksDeps } from './routes.ts';

export interface OutboundLinksFeatureDeps
  extends
    Pick<Infrastructure, 'config' | 'database' | 'now'>,
    Pick<OutboundLinksDeps, 'policy' | 'readGame' | 'readPortal'> {}

export function createOutboundLinksFeature({ config, database, now, ...deps }: OutboundLinksFeatureDeps) {
  const { kysely } = database;
  return {
    routes: {
      go: createOutboundLinkRoutes({
        ...deps,
        portalHome: new URL(config.basePath, config.publicUrl),
        isLinkedByNews: async (url) =>
          (await kysely.selectFrom('news').select('news_id').where('link', '=', url).executeTakeFirst()) !== undefined,
        recordLink: ({ host, type, fxref, isListed }) =>
          recordServerEvent(kysely, {
            accountId: null,
            eventId: analyticsEventIds.OutboundLinkFollowed,
            fields: {
              S1: host.slice(0, 256),
              ...(type !== undefined && { S2: type }),
              ...(fxref !== undefined && { S3: fxref }),
              I1: isListed ? 1 : 0,
            },
            at: now(),
          }),
      }),
    },
  };
}
