// Accepts analytics events. The sender is the session's account; user fields inside an event are untrusted and dropped.
import type { AnalyticsEnvelope } from '#model/analytics.ts';
import { Problem } from '#model/problem.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { AnalyticsQueue, QueuedEvent } from './analytics-queue.ts';
import type { CountBridgeErrors } from './count-bridge-errors.ts';

export function createAnalyticsRoutes(
  queue: AnalyticsQueue,
  now: () => Date,
  countBridgeErrors: CountBridgeErrors,
): AreaHandlers<'analytics'> {
  return {
    track: async ({ body, session }) => {
      const receivedAt = now();
      body.Events.forEach(({ CreatedAt }, index) => checkTime(CreatedAt, index, receivedAt));
      const sender = await session();
      const events = body.Events.map((event) => toQueued(event, body, sender, receivedAt));
      if (!queue.add(events))
        throw new Problem('Overloaded', 'Too many events wait to be written. Send this batch again in a moment.');
    },
    countBridgeErrors: ({ body }) => countBridgeErrors(body),
  };
}

type Event = AnalyticsEnvelope['Events'][number];

function toQueued(
  event: Event,
  { SessionId, Platform, BuildId }: AnalyticsEnvelope,
  sender: Session | undefined,
  receivedAt: Date,
): QueuedEvent {
  const { UserId: _claimed, CreatedAt, ServerCreatedAt: _, Build, Platform: eventPlatform, EventId, ...fields } = event;
  return {
    account_id: sender?.accountId ?? null,
    session_id: SessionId,
    platform: Platform,
    build_id: BuildId,
    event_id: EventId,
    event_build: Build ?? null,
    event_platform: eventPlatform ?? null,
    fields,
    created_at: CreatedAt,
    server_created_at: receivedAt.toISOString(),
  };
}

const maxAgoMs = 366 * 86_400_000;
const maxAheadMs = 7 * 86_400_000;

/** Players' clocks may be off, but not by years, and dates such as 31 February are invalid. */
function checkTime(createdAt: string, index: number, now: Date): void {
  const aheadMs = Date.parse(createdAt) - now.getTime();
  // JavaScript turns a nonexistent day into another day or NaN.
  const isReal = !Number.isNaN(aheadMs) && new Date(createdAt).toISOString().startsWith(createdAt.slice(0, 19));
  if (isReal && aheadMs <= maxAheadMs && aheadMs >= -maxAgoMs) return;
  const field = `Events.${index}.CreatedAt`;
  const message = 'must be a time within the last year';
  throw new Problem('InvalidRequest', `${field} ${message}`, { fields: { [field]: message } });
}
