// Accepts analytics events and answers once they are durable.
import { Problem } from '#model/problem.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import type { CountBridgeErrors } from './count-bridge-errors.ts';
import { buildEventBatch } from './event-batch.ts';
import type { EventWriter } from './event-writer.ts';

export interface AnalyticsRoutesDeps {
  readonly writer: Pick<EventWriter, 'write'>;
  readonly now: () => Date;
  readonly countBridgeErrors: CountBridgeErrors;
}

export function createAnalyticsRoutes({
  writer,
  now,
  countBridgeErrors,
}: AnalyticsRoutesDeps): Pick<AreaHandlers<'analytics'>, 'track' | 'countBridgeErrors'> {
  return {
    track: async ({ body, session }) => {
      const receivedAt = now();
      const nowMs = receivedAt.getTime();
      body.Events.forEach(({ CreatedAt }, index) => checkTime(CreatedAt, index, nowMs));
      if (body.Events.length > 0) await writer.write(buildEventBatch(body, await session(), receivedAt));
    },
    countBridgeErrors: ({ body }) => countBridgeErrors(body),
  };
}

const maxAgoMs = 366 * 86_400_000;
const maxAheadMs = 7 * 86_400_000;

/** Players' clocks may be off, but not by years, and dates such as 31 February are invalid. */
function checkTime(createdAt: string, index: number, nowMs: number): void {
  const ms = Date.parse(createdAt);
  // JavaScript turns a nonexistent day into another day or NaN.
  const isReal = new Date(ms).getUTCDate() === Number(createdAt.slice(8, 10));
  const aheadMs = ms - nowMs;
  if (isReal && aheadMs <= maxAheadMs && aheadMs >= -maxAgoMs) return;
  const field = `Events.${index}.CreatedAt`;
  const message = 'must be a time within the last year';
  throw new Problem('InvalidRequest', `${field} ${message}`, { fields: { [field]: message } });
}
