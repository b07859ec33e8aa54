import type { Kysely } from 'kysely';
import { portalAnalyticsBuildId, portalAnalyticsPlatformId } from '#model/analytics-events.ts';
import type { Tables } from '#server/db/tables.ts';

export interface ServerEvent {
  readonly accountId: string | null;
  readonly eventId: number;
  /** The numbered columns: I1 to I10, F1 to F10, S1 to S15. */
  readonly fields: Readonly<Record<string, string | number>>;
  readonly at: Date;
}

export const serverAnalyticsSessionId = 'server';

/**
 * Records a server-side event in the caller's transaction. It waits in a table of its own, and a job moves it to its day:
 * what the caller does never waits for the tables of days.
 */
export async function recordServerEvent(db: Kysely<Tables>, event: ServerEvent): Promise<void> {
  await db
    .insertInto('analytics_events')
    .values({
      account_id: event.accountId,
      session_id: serverAnalyticsSessionId,
      platform: portalAnalyticsPlatformId,
      build_id: portalAnalyticsBuildId,
      event_id: event.eventId,
      fields: JSON.stringify(event.fields),
      created_at: event.at,
      server_created_at: event.at,
    })
    .execute();
}
