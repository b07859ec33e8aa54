// Records the result of sending a delivery: the attempt, the order event, and when to retry or that it failed for good.
// If this node was so slow that another one leased the delivery, only the attempt is recorded.
import { sql, type Transaction } from 'kysely';
import type { OrderEventKind } from '#model/order-history.ts';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import type { Tables } from '#server/db/tables.ts';
import { lockOrder, type RecomputeDeps } from '#server/features/orders/payment-events/recompute-order.ts';
import { addOrderEvent } from '#server/features/orders/payment-events/order-events.ts';
import type { Log } from '#server/http/log.ts';
import { acknowledgeLockedDelivery } from './acknowledge-delivery.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { computeGamePauseMs, computeRetryPauseMs } from './retry-schedule.ts';
import type { DeliverySendResult } from './send-delivery.ts';

export interface RecordDeliveryResultDeps extends RecomputeDeps {
  readonly database: Database;
  readonly log: Log;
  readonly random: () => number;
}

export async function recordDeliveryResult(
  deps: RecordDeliveryResultDeps,
  delivery: ClaimedDelivery,
  sent: DeliverySendResult,
): Promise<void> {
  const { delivery_id: deliveryId, order_id: orderId, game } = delivery;
  const isGivenUp = await deps.database.transaction(async (trx) => {
    // Lock the order first, like all code that changes orders.
    const order = orderId === null ? undefined : await lockOrder(trx, orderId);
    if (orderId !== null && !order) throw new Error(`The order ${orderId} of a delivery is gone.`);
    await endAttempt(trx, delivery, sent);
    if (sent.isTaken) {
      await acknowledgeLockedDelivery(trx, order, deliveryId, 'webhook', deps);
      return false;
    }
    if (sent.askedMs > 0 || slowDown.has(sent.status ?? 0)) await pauseGame(trx, game, sent.askedMs);
    if (sent.status === gone) await disableEndpoint(trx, delivery);
    return putBack(trx, deps, delivery, sent);
  });
  if (sent.status === gone)
    deps.log.error(
      { game },
      'A game responded 410 Gone: its endpoint is disabled. To enable it again: npm run hooks -- enable <game>',
    );
  if (isGivenUp)
    deps.log.error(
      { game, deliveryId, orderId },
      'A delivery failed for days and will not be retried. Once the game works again: npm run hooks -- replay <delivery id>',
    );
}

const slowDown: ReadonlySet<number> = new Set([429, 502, 504]);
const gone = 410;

async function endAttempt(
  trx: Transaction<Tables>,
  { delivery_id: deliveryId, order_id: orderId, attempts }: ClaimedDelivery,
  { isTaken, status, fault, response }: DeliverySendResult,
): Promise<void> {
  const detail = JSON.stringify({ deliveryId, attempt: attempts, status });
  const end = { status: status ?? null, fault: fault ?? null, response: response ?? null, isTaken };
  await endAttemptRow(trx, { deliveryId, number: attempts, ...end, orderId, detail });
}

const endAttemptRow = defineStatement<{
  deliveryId: string;
  number: number;
  status: number | null;
  fault: string | null;
  response: string | null;
  isTaken: boolean;
  orderId: string | null;
  detail: string;
}>(
  ({ deliveryId, number, status, fault, response, isTaken, orderId, detail }) => `
  with ended as (
    update delivery_attempts set ended_at = now(), status = ${status}, fault = ${fault}, response = ${response}
    where delivery_id = ${deliveryId} and number = ${number}
  )
  insert into order_events (order_id, kind, detail)
  select ${orderId}, '${'sent' satisfies OrderEventKind}', ${detail} where ${isTaken} and ${orderId}::uuid is not null`,
);

async function putBack(
  trx: Transaction<Tables>,
  { random }: RecordDeliveryResultDeps,
  { delivery_id: deliveryId, order_id: orderId, attempts }: ClaimedDelivery,
  { status, fault, askedMs }: DeliverySendResult,
): Promise<boolean> {
  const row = await trx
    .selectFrom('deliveries')
    .select(['state', 'failures', 'again_at'])
    .where('delivery_id', '=', deliveryId)
    .where('attempts', '=', attempts)
    .forUpdate()
    .executeTakeFirst();
  // Another node has leased it, or the game has acknowledged it by a call.
  if (!row || (row.state === 'acknowledged' && row.again_at === null)) return false;
  // A delivery sent again on request is sent once and doesn't count towards the retry limit.
  const failures = row.again_at === null ? row.failures + 1 : row.failures;
  const pause = row.state === 'pending' ? computeRetryPauseMs(Math.max(1, failures), askedMs, random) : undefined;
  const isLast = row.state === 'pending' && pause === undefined;
  await trx
    .updateTable('deliveries')
    .set({
      failures,
      lease_until: null,
      again_at: null,
      ...(pause !== undefined && { next_attempt_at: sql<Date>`now() + ${pause} * interval '1 millisecond'` }),
      ...(isLast && { state: 'dead' as const, ended_at: sql<Date>`now()` }),
    })
    .where('delivery_id', '=', deliveryId)
    .execute();
  if (orderId === null) return isLast;
  await addOrderEvent(trx, orderId, isLast ? 'delivery-given-up' : 'delivery-failed', {
    deliveryId,
    attempt: attempts,
    ...(status !== undefined && { status }),
    ...(fault !== undefined && { fault }),
    ...(pause !== undefined && { againInSeconds: Math.round(pause / 1000) }),
  });
  return isLast;
}

async function pauseGame(trx: Transaction<Tables>, game: string, askedMs: number): Promise<void> {
  const until = sql<Date>`now() + ${computeGamePauseMs(askedMs)} * interval '1 millisecond'`;
  await trx
    .updateTable('webhook_endpoints')
    .set({ paused_until: sql<Date>`greatest(paused_until, ${until})` })
    .where('game', '=', game)
    .execute();
}

/** Unless its address was changed since. */
async function disableEndpoint(trx: Transaction<Tables>, { game, url }: ClaimedDelivery): Promise<void> {
  await trx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: sql<Date>`now()`, disabled_because: 'It answered 410 Gone.' })
    .where('game', '=', game)
    .where('url', '=', url)
    .where('disabled_at', 'is', null)
    .execute();
}
