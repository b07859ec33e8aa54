// Turns the body of a request into rows for the database. Large bodies take milliseconds: it runs in `event-thread.ts`.
import { AnalyticsEnvelope } from '#model/analytics.ts';
import { Problem } from '#model/problem.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { parseJson } from '#server/http/read-body.ts';
import { createValidator } from '#server/http/validate.ts';
import { buildEventBatch, type EventBatch } from './event-batch.ts';

export interface EventsRequest {
  readonly body: Uint8Array | undefined;
  readonly sender: Pick<Session, 'accountId' | 'game'> | undefined;
  readonly receivedAt: Date;
}

const validate = createValidator(AnalyticsEnvelope, 'body');

/** @returns undefined if there are no events */
export function parseEvents({ body, sender, receivedAt }: EventsRequest): EventBatch | undefined {
  const result = validate(body && parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength)));
  if ('error' in result) throw result.error;
  const envelope = result.value as AnalyticsEnvelope;
  const nowMs = receivedAt.getTime();
  envelope.Events.forEach(({ CreatedAt }, index) => checkTime(CreatedAt, index, nowMs));
  return envelope.Events.length > 0 ? buildEventBatch(envelope, sender, receivedAt) : undefined;
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
