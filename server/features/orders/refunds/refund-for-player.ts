// A player refunds a purchase within the game's rule. The account is locked while refunds are counted and the order
// while the refund is requested: of two concurrent calls one requests it, the other learns that it is pending.
import { sql } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { lockOrder } from '../payment-events/recompute-order.ts';
import { findOwnOrder } from '../ordering/find-own-order.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { judgePlayerRefund } from './judge-player-refund.ts';
import { readPlayerRefundContext } from './read-player-refund-context.ts';
import { requestRefundOfLockedOrder } from './request-refund.ts';

/** `Requested`: the refund is pending, also from an earlier call. `Returned`: the money was refunded. */
export type PlayerRefundResult = 'Requested' | 'Returned';

export async function refundForPlayer(
  deps: OrdersDeps,
  session: Session,
  orderId: string,
): Promise<PlayerRefundResult> {
  const { account_id: accountId } = await findOwnOrder(deps.database, session, orderId);
  return deps.database.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fxid refunds by players'), hashtext(${accountId}))`.execute(trx);
    const order = await lockOrder(trx, orderId);
    const facts = (await readPlayerRefundContext(trx, deps, [orderId])).get(orderId);
    if (!order || !facts) throw new Problem('NotFound', 'You have no such order.');
    const judged = judgePlayerRefund(facts, deps.now());
    switch (judged.verdict) {
      case 'returned':
        return 'Returned';
      case 'pending':
        return 'Requested';
      case 'refused':
        throw new Problem(judged.code);
      case 'allowed': {
        const { outcome } = await requestRefundOfLockedOrder(trx, deps, order, { reason: 'player' });
        // A part was refunded before and the provider can't refund the rest automatically, or nothing is left.
        if (outcome !== 'requested') throw new Problem('RefundNotOffered');
        return 'Requested';
      }
    }
  });
}
