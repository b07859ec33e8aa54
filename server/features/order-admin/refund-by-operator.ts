// A refund that an operator asked for, recorded in the audit log in the same transaction.
import { Problem } from '#model/problem.ts';
import type { RecordChange } from '#server/features/audit-log/audit-log.ts';
import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import { lockOrder } from '#server/features/orders/payment-events/recompute-order.ts';
import {
  planRefund,
  requestRefundOfLockedOrder,
  type PlannedRefund,
  type RequestRefundResult,
} from '#server/features/orders/refunds/request-refund.ts';
import { formatPrice } from '#server/features/store/format-price.ts';

export interface OperatorRefundRequest {
  /** Repeating the request with the same id refunds nothing more. */
  readonly refundId: string;
  readonly amountMinor: number;
  readonly charge: Pick<PlannedRefund, 'attemptId' | 'transactionId'>;
  readonly reason: string | undefined;
}

export interface RequestedRefund {
  readonly amountMinor: number;
  readonly currency: string;
  /** The refund was requested before, with the same id. */
  readonly isKnown: boolean;
}

/** Refunds exactly that amount of that charge, or throws. */
export function refundByOperator(
  deps: OrdersDeps,
  orderId: string,
  { refundId, amountMinor, charge, reason }: OperatorRefundRequest,
  record: RecordChange,
): Promise<RequestedRefund> {
  return deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) throw explainRefundRefusal({ outcome: 'unknown-order' }, orderId);
    const known = await trx.selectFrom('refunds').selectAll().where('refund_id', '=', refundId).executeTakeFirst();
    if (known) {
      if (known.order_id !== orderId || known.amount_minor !== amountMinor)
        throw new Problem('Conflict', 'This id belongs to another refund.');
      return { amountMinor, currency: known.currency, isKnown: true };
    }
    const request = { reason: 'operator', amountMinor, charge, refundId } as const;
    const result = await requestRefundOfLockedOrder(trx, deps, order, request);
    if (result.outcome !== 'requested') throw explainRefundRefusal(result, orderId);
    const { currency } = result;
    if (result.amountMinor !== amountMinor)
      throw new Problem(
        'Conflict',
        `Only ${formatPrice({ minor: result.amountMinor, currency }, 'en')} of this payment can be refunded.`,
      );
    await record(trx, {
      object: { kind: 'order', id: orderId, game: order.game },
      after: { RefundId: refundId, Refund: formatPrice({ minor: amountMinor, currency }, 'en'), ...charge },
      reason,
    });
    return { amountMinor, currency, isKnown: false };
  });
}

/** What an approval of the refund depends on. Undefined: it was requested before, with the same id. */
export async function checkRefund(
  deps: OrdersDeps,
  orderId: string,
  { refundId, amountMinor, charge }: OperatorRefundRequest,
): Promise<{ readonly game: string; readonly usdMinor: number; readonly leftMinor: number } | undefined> {
  const { kysely } = deps.database;
  const known = await kysely
    .selectFrom('refunds')
    .select('refund_id')
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  if (known) return undefined;
  const order = await kysely
    .selectFrom('orders')
    .select(['game', 'usd_minor', 'price_minor'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!order) throw explainRefundRefusal({ outcome: 'unknown-order' }, orderId);
  const planned = await planRefund(kysely, deps, orderId, { charge });
  if (planned.outcome === 'nothing-to-refund') throw explainRefundRefusal(planned, orderId);
  const share = order.price_minor === 0 ? 1 : amountMinor / order.price_minor;
  const leftMinor = planned.outcome === 'planned' ? planned.amountMinor : amountMinor;
  return { game: order.game, usdMinor: Math.round(order.usd_minor * share), leftMinor };
}

export async function planRefundByOperator(
  deps: OrdersDeps,
  orderId: string,
  amountMinor: number | undefined,
): Promise<PlannedRefund> {
  const { kysely } = deps.database;
  const order = await kysely.selectFrom('orders').select('order_id').where('order_id', '=', orderId).executeTakeFirst();
  if (!order) throw explainRefundRefusal({ outcome: 'unknown-order' }, orderId);
  const planned = await planRefund(kysely, deps, orderId, amountMinor === undefined ? {} : { amountMinor });
  if (planned.outcome !== 'planned') throw explainRefundRefusal(planned, orderId);
  return planned;
}

export function explainRefundRefusal(
  refused: Exclude<RequestRefundResult, { outcome: 'requested' }>,
  orderId: string,
): Problem {
  switch (refused.outcome) {
    case 'unknown-order':
      return new Problem('NotFound', `There is no order ${orderId}.`);
    case 'full-refund-only':
      return new Problem('Conflict', `${refused.provider} can refund only whole payments. ${refused.remedy}`);
    case 'nothing-to-refund':
      return new Problem(
        'Conflict',
        `Nothing left to refund for ${orderId}: it wasn't paid, or it is already refunded or being refunded.`,
      );
  }
}
