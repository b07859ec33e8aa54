// Decides whether a player may refund a purchase, by the game's rule. A pure function, used for both the button in the
// list of purchases and the call.
import type { OrderStatus } from '#model/order.ts';
import type { ProblemCode } from '#model/problem.ts';
import type { RefundRule } from '#model/refund-rule.ts';

export interface PlayerRefundContext {
  readonly status: OrderStatus;
  readonly paidAt: Date | null;
  readonly isDelivered: boolean;
  /** While a dispute is open, a refund could return the money twice. */
  readonly isDisputed: boolean;
  /** All charges went through the portal's own providers; platforms have their own refund rules. */
  readonly isOfPortal: boolean;
  readonly isPending: boolean;
  readonly countOfMonth: number;
  readonly rule: RefundRule | null;
}

type RefundVerdict =
  | { readonly verdict: 'allowed'; readonly until: Date }
  | { readonly verdict: 'pending' | 'returned' }
  | { readonly verdict: 'refused'; readonly code: RefundRefusal };

type RefundRefusal = Extract<
  ProblemCode,
  'RefundNotOffered' | 'RefundTooLate' | 'RefundAfterDelivery' | 'TooManyRefunds'
>;

export function judgePlayerRefund(facts: PlayerRefundContext, now: Date): RefundVerdict {
  const { status, paidAt, rule } = facts;
  if (status === 'CancelledPaid') return { verdict: 'returned' };
  if (facts.isPending) return { verdict: 'pending' };
  const isPaid = status === 'PayedWaitingForSending' || status === 'Completed';
  if (!rule || !isPaid || !paidAt || !facts.isOfPortal || facts.isDisputed) return refuse('RefundNotOffered');
  const until = new Date(paidAt.getTime() + rule.WithinHours * hourMs);
  if (until <= now) return refuse('RefundTooLate');
  if (facts.isDelivered && !rule.AfterDelivery) return refuse('RefundAfterDelivery');
  if (facts.countOfMonth >= rule.MostPerMonth) return refuse('TooManyRefunds');
  return { verdict: 'allowed', until };
}

const refuse = (code: RefundRefusal): RefundVerdict => ({ verdict: 'refused', code });

const hourMs = 3_600_000;
