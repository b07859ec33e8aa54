// Whether a player may send a purchase back himself, by the rule of its game. Pure: the same facts are judged for the button in the
// list of purchases and for the call behind it.
import type { OrderStatus } from '#model/order.ts';
import type { ProblemCode } from '#model/problem.ts';
import type { RefundRule } from '#model/refund-rule.ts';

export interface RefundFacts {
  readonly status: OrderStatus;
  readonly paidAt: Date | null;
  /** The game has confirmed that it has granted it. */
  readonly isDelivered: boolean;
  /** A bank is deciding about it: money must not go back twice. */
  readonly isDisputed: boolean;
  /** All that was charged was taken by the portal's own providers; a platform has rules of its own. */
  readonly isOfPortal: boolean;
  /** Somebody has asked for the money already. */
  readonly isUnderWay: boolean;
  /** How many of the game the account has sent back in the last thirty days. */
  readonly countOfMonth: number;
  /** Of the game; null: it has none. */
  readonly rule: RefundRule | null;
}

export type RefundVerdict =
  | { readonly verdict: 'allowed'; readonly until: Date }
  | { readonly verdict: 'under way' | 'returned' }
  | { readonly verdict: 'refused'; readonly code: RefundRefusal };

export type RefundRefusal = Extract<
  ProblemCode,
  'RefundNotOffered' | 'RefundTooLate' | 'RefundAfterDelivery' | 'TooManyRefunds'
>;

export function judgeRefund(facts: RefundFacts, now: Date): RefundVerdict {
  const { status, paidAt, rule } = facts;
  if (status === 'CancelledPaid') return { verdict: 'returned' };
  if (facts.isUnderWay) return { verdict: 'under way' };
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
