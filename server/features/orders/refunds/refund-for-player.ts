// A player sends a purchase back within the rule of its game. The account is locked while it is counted, and the order while it is asked
// for: of two presses, and of two nodes, one asks, and the other hears that it is under way.
import { sql } from 'kysely';
import { Problem } from '#model/problem.ts';
import type { Session } from '#server/features/sessions/sessions.ts';
import { lockOrder } from '../payment-events/recompute-order.ts';
import { findOwnOrder } from '../ordering/find-own-order.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { judgeRefund } from './judge-refund.ts';
import { readRefundFacts } from './read-refund-facts.ts';
import { requestRefundOf } from './request-refund.ts';

/** `Requested`: the money is on its way back, also from a press before this one. `Returned`: it has gone back. */
export type PlayerRefund = 'Requested' | 'Returned';

export async function refundForPlayer(deps: OrdersDeps, session: Session, orderId: string): Promise<PlayerRefund> {
  const { account_id: accountId } = await findOwnOrder(deps.database, session, orderId);
  return deps.database.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fxid refunds by players'), hashtext(${accountId}))`.execute(trx);
    const order = await lockOrder(trx, orderId);
    const facts = (await readRefundFacts(trx, deps, [orderId])).get(orderId);
    if (!order || !facts) throw new Problem('NotFound', 'You have no such order.');
    const judged = judgeRefund(facts, deps.now());
    switch (judged.verdict) {
      case 'returned':
        return 'Returned';
      case 'under way':
        return 'Requested';
      case 'refused':
        throw new Problem(judged.code);
      case 'allowed': {
        const { outcome } = await requestRefundOf(trx, deps, order, { reason: 'player' });
        // A part of it went back before, and the rest cannot by itself; or nothing is left.
        if (outcome !== 'requested') throw new Problem('RefundNotOffered');
        return 'Requested';
      }
    }
  });
}
