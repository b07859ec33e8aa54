// An attempt is asked for at its provider once. Where the answer was lost it is asked for again by whoever comes first: the buyer, or
// the next check. The attempt's id makes it one payment there.
import type { AttemptRow } from '../order-rows.ts';
import type { Opened, OrdersDeps } from '../orders-deps.ts';
import { requireAttemptAccount } from '../providers/provider-account.ts';
import { askProvider, type BegunAttempt } from './ask-provider.ts';
import { unsealReply } from './sealed-reply.ts';
import { unsealRequest } from './sealed-request.ts';

/** Throws when it cannot be known whether there is a payment. */
export function openAttempt(deps: OrdersDeps, attempt: AttemptRow): Promise<Opened> {
  const known = unsealReply(deps.sealer, attempt);
  if (known) return Promise.resolve(known);
  return deps.opening(attempt.attempt_id, async () => {
    const current = await readAgain(deps, attempt);
    const opened = unsealReply(deps.sealer, current);
    if (opened) return opened;
    const payment = unsealRequest(deps.sealer, current);
    if (!payment) return { outcome: 'refused' };
    const account = await requireAttemptAccount(deps, current, payment.game);
    return askProvider(deps, { attempt: current, payment, account });
  });
}

/** The same for one that was written a moment ago: nobody but the caller can have asked for it yet. */
export const openBegun = (deps: OrdersDeps, begun: BegunAttempt): Promise<Opened> =>
  deps.opening(begun.attempt.attempt_id, askProvider, deps, begun);

/** Another node, or a call before this one, may have got the answer meanwhile. */
function readAgain({ database }: OrdersDeps, { attempt_id: attemptId }: AttemptRow): Promise<AttemptRow> {
  return database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
}
