import type { OrderSummary } from '#model/order-history.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { judgePlayerRefund } from './judge-player-refund.ts';
import { readPlayerRefundContext } from './read-player-refund-context.ts';

type RefundSummary = Pick<OrderSummary, 'RefundUntil' | 'RefundRequested'>;

export async function readOrderRefundStates(
  deps: OrdersDeps,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, RefundSummary>> {
  const events = await readPlayerRefundContext(deps.database.kysely, deps, orderIds);
  const now = deps.now();
  return new Map(Array.from(events, ([orderId, each]) => [orderId, show(judgePlayerRefund(each, now))]));
}

function show(judged: ReturnType<typeof judgePlayerRefund>): RefundSummary {
  if (judged.verdict === 'allowed') return { RefundUntil: judged.until.toISOString() };
  return judged.verdict === 'pending' ? { RefundRequested: true } : {};
}
