// VK's books about orders. They are a second look only: VK moves no votes before we have answered a notice, so what we have not
// answered is not paid, whatever is not found here.
import { Type } from 'typebox';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading, RefundOutcome, RefundToSend } from '#model/payment-verbs.server.ts';
import { askVk, VkOrder, type Host } from './ask-vk.server.ts';
import { orderOf, paidFact, refundedFact } from './vote-facts.server.ts';

export async function readVotes({ orderId }: KnownAttempt, host: Host): Promise<Reading> {
  if (host.settings.ServiceKey === undefined) return { facts: [], isOver: false };
  const found = await Promise.all(
    [false, true].map(async (isTest) =>
      (await listOrders(isTest, host))
        .filter(({ item }) => item === orderId)
        .flatMap((order) => factsOf(order, isTest)),
    ),
  );
  // An order box can be opened for as long as the order itself is open.
  return { facts: found.flat(), isOver: false };
}

/** Done once, however often it is asked for: VK sends an order back as a whole or not at all. */
export async function refundVotes(refund: RefundToSend, host: Host): Promise<RefundOutcome> {
  if (host.settings.ServiceKey === undefined) return refused('Votes go back with the setting ServiceKey only.');
  const charge = orderOf(refund.transactionId);
  if (!charge) return refused(`VK has no order ${refund.transactionId}.`);
  if (refund.refundMinor !== refund.amountMinor) return refused('VK sends back a whole order and no part of one.');
  const about = { order_id: charge.vkOrderId, ...(charge.isTest && { test_mode: '1' }) };
  const read = await askVk('orders.getById', about, Type.Array(VkOrder), host);
  if (read.outcome === 'refused') return read;
  const order = read.answer.find(({ id }) => String(id) === charge.vkOrderId);
  if (!order) throw new Error(`VK does not answer about its order ${charge.vkOrderId}.`);
  const { orderId: item, amountMinor: votes } = refund;
  if (order.item !== item || Number(order.amount) !== votes) return refused('VK knows this order as another one.');
  const fact = refundedFact({ ...charge, item, votes });
  const facts = [{ ...fact, refundId: refund.refundId, ofExtra: refund.isExtra }];
  if (order.status === 'refunded') return { outcome: 'done', facts };
  const sent = await askVk('orders.changeState', { ...about, action: 'refund' }, Type.String({ maxLength: 40 }), host);
  if (sent.outcome === 'refused') return sent;
  return sent.answer === 'refunded' ? { outcome: 'done', facts } : { outcome: 'pending' };
}

/** VK lists no more than the newest thousand. */
async function listOrders(isTest: boolean, host: Host): Promise<readonly VkOrder[]> {
  const parameters = { count: '1000', ...(isTest && { test_mode: '1' }) };
  const listed = await askVk('orders.get', parameters, Type.Array(VkOrder), host);
  if (listed.outcome === 'refused') throw new Error(listed.reason);
  return listed.answer;
}

function factsOf(order: VkOrder, isTest: boolean): PaymentFact[] {
  const moved = { vkOrderId: String(order.id), item: order.item, votes: Number(order.amount), isTest };
  if (order.status === 'charged') return [paidFact(moved)];
  return order.status === 'refunded' ? [paidFact(moved), refundedFact(moved)] : [];
}

const refused = (reason: string): RefundOutcome => ({ outcome: 'refused', reason });
