// The end of an order that nobody has paid: after its time the provider of every attempt is read, and only when all of them have
// answered is the order given up. While one cannot be read it stays as it is, and is tried again. A day later all are read once
// more, for money that came late.
import { graceMs } from './create-order.ts';
import { checkAttempt } from './check-payment.ts';
import { followOrder, lockOrder } from './follow-order.ts';
import type { AttemptRow, OrdersDeps } from './orders-deps.ts';

export async function expireOrder(deps: OrdersDeps, orderId: string, round: 0 | 1): Promise<void> {
  const { database, now } = deps;
  const { kysely } = database;
  const order = await kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!order) return;
  const attempts = await kysely.selectFrom('payment_attempts').selectAll().where('order_id', '=', orderId).execute();
  const dueMs =
    Math.max(order.expires_at.getTime(), ...attempts.map((each) => each.expires_at?.getTime() ?? 0)) + graceMs;
  // A provider keeps something open for longer than we do.
  const dueAt = new Date(round === 0 ? dueMs : dueMs + dayMs);
  if (dueAt > now()) return database.transaction((trx) => deps.sendExpiry(trx, orderId, round, dueAt));
  const paidAlone = order.paid_at !== null && attempts.length === 1;
  if (round === 0 && !paidAlone)
    await database.transaction((trx) => deps.sendExpiry(trx, orderId, 1, new Date(dueMs + dayMs)));
  if (paidAlone) return;
  for (const attempt of attempts.filter(wasOpened)) await checkAttempt(deps, attempt.attempt_id);
  await database.transaction(async (trx) => {
    const locked = await lockOrder(trx, orderId);
    if (!locked || locked.expired_at !== null || locked.paid_at !== null) return;
    const expired_at = now();
    await trx.updateTable('orders').set({ expired_at }).where('order_id', '=', orderId).execute();
    await followOrder(trx, { ...locked, expired_at }, deps);
  });
}

const dayMs = 24 * 3_600_000;

/** What the provider has refused to open is not in its books. */
const wasOpened = ({ state, sealed_reply: sealedReply }: AttemptRow): boolean =>
  !(state === 'failed' && sealedReply === null);
