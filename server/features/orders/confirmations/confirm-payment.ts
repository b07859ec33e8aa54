// Confirms a payment that the buyer has authorised and the provider holds until we respond. Confirms it if the order is
// still unpaid and the price matches; otherwise cancels it, at no cost to anyone.
import { readAttempt } from '../checks/check-attempt.ts';
import { applyPaymentEvent } from '../payment-events/apply-payment-event.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { isAttemptPayable } from '../providers/is-attempt-payable.ts';
import { requireAttemptAccount } from '../providers/provider-account.ts';

export interface PaymentToConfirm {
  readonly attemptId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

export async function confirmPayment(
  deps: OrdersDeps,
  { attemptId, amountMinor, currency }: PaymentToConfirm,
): Promise<void> {
  const { database, log, now } = deps;
  const found = await readAttempt(deps, attemptId);
  if (!found) return;
  const { attempt, game } = found;
  const order = await database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('order_id', '=', attempt.order_id)
    .executeTakeFirstOrThrow();
  const account = await requireAttemptAccount(deps, attempt, game);
  const isPrice = amountMinor === attempt.amount_minor && currency === attempt.currency;
  if (isPrice && isAttemptPayable(order, attempt, now())) {
    for (const event of await account.confirmPayment(attempt))
      await applyPaymentEvent(deps, attempt.provider, event, account);
    return;
  }
  log.warn(
    { provider: attempt.provider, attemptId, isPrice },
    'A payment was not confirmed: its order can no longer be paid.',
  );
  return account.cancelPayment(attempt);
}
