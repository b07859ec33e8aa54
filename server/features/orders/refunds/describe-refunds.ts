import type { OrderSummary } from '#model/order-history.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { judgeRefund } from './judge-refund.ts';
import { readRefundContext } from './read-refund-context.ts';

type RefundSummary = Pick<OrderSummary, 'RefundUntil' | 'RefundRequested'>;

export async function describeRefunds(
  deps: OrdersDeps,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, RefundSummary>> {
  const events = await readRefundContext(deps.database.kysely, deps, orderIds);
  const now = deps.now();
  return new Map(Array.from(events, ([orderId, each]) => [orderId, show(judgeRefund(each, now))]));
}

function show(judged: ReturnType<typeof judgeRefund>): RefundSummary {
  if (judged.verdict === 'allowed') return { RefundUntil: judged.until.toISOString() };
  return judged.verdict === 'pending' ? { RefundRequested: true } : {};
}
