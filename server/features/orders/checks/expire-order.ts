// Expires an unpaid order. After its deadline the provider of every attempt is queried, and the order expires only when
// all have responded; until then the job retries. A day later all are queried once more, for late payments. An attempt
// that could not be opened by then does not keep the order from expiring: no buyer could pay it.
import { orderExpiryGraceMs } from '../ordering/insert-order.ts';
import { checkAttempt } from './check-attempt.ts';
import { recomputeOrder, lockOrder } from '../payment-events/recompute-order.ts';
import type { AttemptRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { portalEventSender } from '../providers/provider-account.ts';
import { applyPaymentEvent } from '../payment-events/apply-payment-event.ts';

export async function expireOrder(deps: OrdersDeps, orderId: string, round: 0 | 1): Promise<void> {
  const { database, now } = deps;
  const { kysely } = database;
  const order = await kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!order) return;
  const attempts = await kysely.selectFrom('payment_attempts').selectAll().where('order_id', '=', orderId).execute();
  const dueMs =
    Math.max(order.expires_at.getTime(), ...attempts.map((each) => each.expires_at?.getTime() ?? 0)) +
    orderExpiryGraceMs;
  // The provider may keep the payment open longer than the order.
  const dueAt = new Date(round === 0 ? dueMs : dueMs + dayMs);
  if (dueAt > now()) return database.transaction((trx) => deps.sendExpiry(trx, orderId, round, dueAt));
  const paidAlone = order.paid_at !== null && attempts.length === 1;
  if (round === 0 && !paidAlone)
    await database.transaction((trx) => deps.sendExpiry(trx, orderId, 1, new Date(dueMs + dayMs)));
  if (paidAlone) return;
  const patienceEndsAt = new Date(order.expires_at.getTime() + orderExpiryGraceMs + dayMs);
  await checkForTheLastTime(deps, attempts.filter(wasOpened), patienceEndsAt);
  await database.transaction(async (trx) => {
    const locked = await lockOrder(trx, orderId);
    if (!locked || locked.expired_at !== null || locked.paid_at !== null) return;
    const expired_at = now();
    await trx.updateTable('orders').set({ expired_at }).where('order_id', '=', orderId).execute();
    await recomputeOrder(trx, { ...locked, expired_at }, deps);
  });
}

/** Checks all attempts even if one fails, then throws the first error. */
async function checkForTheLastTime(
  deps: OrdersDeps,
  attempts: readonly AttemptRow[],
  patienceEndsAt: Date,
): Promise<void> {
  const faults: unknown[] = [];
  for (const { attempt_id: attemptId, provider, state } of attempts) {
    try {
      await checkAttempt(deps, attemptId);
    } catch (error) {
      if (state !== 'creating' || deps.now() < patienceEndsAt) {
        faults.push(error);
        continue;
      }
      deps.log.warn({ err: error, provider, attemptId }, 'A payment could not be opened and is given up.');
    }
    if (state === 'creating') await endUnopened(deps, attemptId, provider);
  }
  if (faults.length > 0) throw faults[0];
}

/** If it is paid after all, that is a late payment. */
async function endUnopened(deps: OrdersDeps, attemptId: string, provider: string): Promise<void> {
  const attempt = await deps.database.kysely
    .selectFrom('payment_attempts')
    .select('state')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  if (attempt?.state !== 'creating') return;
  const over = { kind: 'expired', dedupKey: `unopened ${attemptId}`, attemptId, isTest: false } as const;
  await applyPaymentEvent(deps, provider, over, portalEventSender);
}

const dayMs = 24 * 3_600_000;

/** A payment that the provider refused to open is not in its records. */
const wasOpened = ({ state, sealed_reply: sealedReply }: AttemptRow): boolean =>
  !(state === 'failed' && sealedReply === null);
