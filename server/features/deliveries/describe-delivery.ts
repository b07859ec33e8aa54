// Deliveries as operators' calls return them.
import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { DeliveryAttempt } from '#contract/console/orders.ts';
import type { Tables } from '#server/db/tables.ts';

type AttemptRow = Pick<
  Selectable<Tables['delivery_attempts']>,
  'number' | 'started_at' | 'ended_at' | 'status' | 'fault' | 'response'
>;

export const describeDeliveryAttempt = (row: AttemptRow): Static<typeof DeliveryAttempt> => ({
  Number: row.number,
  StartedAt: row.started_at.toISOString(),
  ...(row.ended_at && { EndedAt: row.ended_at.toISOString() }),
  ...(row.status !== null && { Status: row.status }),
  ...(row.fault !== null && { Fault: row.fault.slice(0, 300) }),
  ...(row.response !== null && row.response !== '' && { Response: row.response }),
});
