// The events of one request as rows for COPY. As CSV with delimiters that JSON escapes, its texts need no escaping.
import { gameEventIds } from '#model/game-event-ids.ts';
import type { AnalyticsEnvelope, AnalyticsEvent } from '#model/analytics.ts';
import type { Session } from '#server/features/sessions/sessions.ts';

export interface EventBatch {
  readonly accountId: string | null;
  readonly rows: Uint8Array;
}

/** The table that new events are written to: the outbox if they are sent to ClickHouse. */
export type EventTable = 'analytics_events_by_day' | 'analytics_outbox';

export const buildCopyEventsSql = (table: EventTable): string => `COPY ${table} (
  server_created_at, created_at, game, account_id, session_id, platform, build_id, event_id, event_platform, event_build, fields
) FROM STDIN WITH (FORMAT csv, DELIMITER E'\\x02', QUOTE E'\\x01', NULL '')`;

const quote = '\x01';
const delimiter = '\x02';

/**
 * The session says who sent the events. A `UserId` in an event is an unverified claim: it is replaced by the
 * session's account, or dropped if there is no session.
 */
export function buildEventBatch(
  envelope: AnalyticsEnvelope,
  sender: Pick<Session, 'accountId' | 'game'> | undefined,
  receivedAt: Date,
): EventBatch {
  const accountId = sender?.accountId ?? null;
  const { SessionId, Platform: platform, BuildId: build } = envelope;
  const arrival = receivedAt.toISOString();
  const sessionId = quote + SessionId.replaceAll(quote, quote + quote) + quote;
  const owner = [accountId ?? '', sessionId, platform, build].join(delimiter);
  let rows = '';
  for (const event of envelope.Events) {
    const { UserId: _claimed, CreatedAt, ServerCreatedAt: _, Build, Platform, EventId, ...fields } = event;
    const game = sender?.game ?? findGame(event) ?? '';
    rows += `${arrival}\x02${CreatedAt}\x02${game}\x02${owner}\x02${EventId}\x02${Platform ?? platform}\x02${Build ?? build}\x02${JSON.stringify(fields)}\n`;
  }
  return { accountId, rows: Buffer.from(rows) };
}

function findGame(event: AnalyticsEvent): string | undefined {
  const { S1 } = event as { readonly S1?: string };
  return S1 !== undefined && gameEventIds.has(event.EventId) && gameName.test(S1) ? S1 : undefined;
}

const gameName = /^[a-z0-9][a-z0-9-]{0,62}$/;
