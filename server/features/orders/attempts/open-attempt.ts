// Calls the provider once per attempt. If the response was lost, the buyer's next request or the next check repeats the
// call. The attempt's id is the idempotency key, so there is one payment.
import type { AttemptRow } from '../order-rows.ts';
import type { OpenAttemptResult, OrdersDeps } from '../orders-deps.ts';
import { requireAttemptAccount } from '../providers/provider-account.ts';
import { createProviderPayment, type AttemptToOpen } from './create-provider-payment.ts';
import { unsealAttemptReply } from './sealed-reply.ts';
import { unsealPaymentRequest } from './sealed-request.ts';

/** Throws if it is unknown whether the provider created the payment. */
export function openAttempt(deps: OrdersDeps, attempt: AttemptRow): Promise<OpenAttemptResult> {
  const known = unsealAttemptReply(deps.sealer, attempt);
  if (known) return Promise.resolve(known);
  return deps.opening(attempt.attempt_id, async () => {
    const current = await readAgain(deps, attempt);
    const opened = unsealAttemptReply(deps.sealer, current);
    if (opened) return opened;
    const payment = unsealPaymentRequest(deps.sealer, current);
    if (!payment) return { outcome: 'refused' };
    const account = await requireAttemptAccount(deps, current, payment.game);
    return createProviderPayment(deps, { attempt: current, payment, account });
  });
}

/** For an attempt that was just inserted: no other caller can have opened it yet. */
export const openNewAttempt = (deps: OrdersDeps, begun: AttemptToOpen): Promise<OpenAttemptResult> =>
  deps.opening(begun.attempt.attempt_id, createProviderPayment, deps, begun);

/** Another node, or an earlier call, may have stored a reply since. */
function readAgain({ database }: OrdersDeps, { attempt_id: attemptId }: AttemptRow): Promise<AttemptRow> {
  return database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
}
