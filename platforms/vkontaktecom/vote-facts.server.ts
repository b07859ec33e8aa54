// What VK proves about votes, as facts. A VK order is charged once and sent back once, as a whole, so its number names both. Numbers
// of test orders may be those of real ones: a mark tells them apart.
import type { PaymentFact } from '#model/payment-fact.ts';

export interface VotesMoved {
  /** VK's number of the order. */
  readonly vkOrderId: string;
  /** What the buyer's browser asked for: the id of our order. */
  readonly item: string;
  readonly votes: number;
  readonly isTest: boolean;
}

/** Votes of VK have no code of their own; this one is ours. */
export const votes = 'VKV';

export const paidFact = (moved: VotesMoved): PaymentFact => ({ kind: 'paid', ...movedIn('paid', moved) });

export const refundedFact = (moved: VotesMoved): PaymentFact => ({
  kind: 'refunded',
  ...movedIn('refunded', moved),
  chargeId: transactionOf(moved),
});

/** Undefined: it is none of ours. */
export function orderOf(transactionId: string): Pick<VotesMoved, 'vkOrderId' | 'isTest'> | undefined {
  const found = /^(test-)?(\d{1,15})$/.exec(transactionId);
  return found?.[2] === undefined ? undefined : { vkOrderId: found[2], isTest: found[1] !== undefined };
}

function movedIn(kind: 'paid' | 'refunded', moved: VotesMoved): Omit<PaymentFact, 'kind'> {
  const transactionId = transactionOf(moved);
  return {
    dedupKey: `${kind}:${transactionId}`,
    orderId: moved.item,
    transactionId,
    amountMinor: moved.votes,
    currency: votes,
    isTest: moved.isTest,
  };
}

const transactionOf = ({ vkOrderId, isTest }: Pick<VotesMoved, 'vkOrderId' | 'isTest'>): string =>
  isTest ? `test-${vkOrderId}` : vkOrderId;
