// From what Xsolla tells to facts, whoever tells it. A charge is its transaction. A whole refund is one thing of it; a part that
// went back has no name of its own, so what is told about it names it.
import { createHash } from 'node:crypto';
import { Value } from 'typebox/value';
import type { PaymentFact } from '#model/payment-fact.ts';
import { uuid } from '#model/schema.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';

/** An amount as Xsolla writes it. */
export interface Amount {
  readonly amount: string | number;
  readonly currency: string;
}

export interface About {
  readonly transactionId: string;
  /** Our attempt, as we gave it; undefined: somebody else's. */
  readonly attemptId: string | undefined;
  readonly isTest: boolean;
  readonly dedupKey: string;
}

/** The first that is an attempt of ours. */
export function attemptIn(...ids: readonly unknown[]): string | undefined {
  return ids.find((id): id is string => Value.Check(uuid, id));
}

export const paidFact = (money: Amount, about: About): PaymentFact => ({
  ...common(about),
  kind: 'paid',
  transactionId: about.transactionId,
  ...moneyOf(money),
});

export const refundFact = (money: Amount, about: About): PaymentFact => ({
  ...common(about),
  kind: 'refunded',
  transactionId: `${about.transactionId}:refund`,
  chargeId: about.transactionId,
  ...moneyOf(money),
});

/** `money` is undefined where it is not certain how much went back: an operator has to look then. */
export const partFact = (money: Amount | undefined, told: unknown, about: About): PaymentFact => ({
  ...common(about),
  kind: 'refunded',
  transactionId: `${about.transactionId}:part:${digestOf(told)}`,
  chargeId: about.transactionId,
  ...(money && moneyOf(money)),
});

export const disputeFact = (money: Amount, about: About): PaymentFact => ({
  ...common(about),
  kind: 'disputed',
  transactionId: `${about.transactionId}:dispute`,
  ...moneyOf(money),
});

export const digestOf = (told: unknown): string =>
  createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 32);

const common = ({ attemptId, isTest, dedupKey }: About) => ({
  dedupKey,
  isTest,
  ...(attemptId !== undefined && { attemptId }),
});

// An amount that we could not have asked for is left out: without one nothing counts as paid, and an operator looks.
function moneyOf({ amount, currency }: Amount): Pick<PaymentFact, 'amountMinor' | 'currency'> {
  const amountMinor = fromDecimal(amount, currency);
  return { currency, ...(amountMinor !== undefined && { amountMinor }) };
}
