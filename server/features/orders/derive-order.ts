// What an order is, from what is known about it. Facts are only ever added, and nothing here looks at when they came: any
// permutation and repetition of the same facts ends in the same status.
//
// - Paid: an attempt was charged. Of several, the one with the lowest number pays the order, with one charge; what else was
//   taken is extra and goes back.
// - Undone: of some attempt the whole price went back, by a refund that was not one of extra money, or by a lost dispute.
//   Facts never go away, so an order that is undone stays so; whatever else was or will be charged goes back as well.
// - Cancelled: nothing was charged, and every attempt is dead or the order's time is over. Money that comes late is money:
//   the order is paid then.
import type { OrderStatus } from '#model/order.ts';
import type { LedgerKind } from '#server/db/money-tables.ts';

export interface AttemptFacts {
  readonly attemptId: string;
  readonly number: number;
  readonly state: 'creating' | 'open' | 'failed' | 'expired';
}

export interface LedgerFacts {
  readonly attemptId: string;
  /** The provider's id of the charge, the refund or the dispute. */
  readonly transactionId: string;
  readonly kind: LedgerKind;
  readonly amountMinor: number;
  readonly ofExtra: boolean;
}

export interface OrderFacts {
  /** The last look at the providers is over, and found nothing. */
  readonly isExpired: boolean;
  readonly isAcknowledged: boolean;
  readonly attempts: readonly AttemptFacts[];
  readonly ledger: readonly LedgerFacts[];
}

export interface DerivedOrder {
  readonly status: OrderStatus;
  /** What has to go back, beyond what has gone. */
  readonly toReturn: readonly MoneyToReturn[];
}

export interface MoneyToReturn {
  readonly attemptId: string;
  /** The charge that it goes back from. */
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly reason: 'extra' | 'undone';
}

export function deriveOrder(facts: OrderFacts): DerivedOrder {
  const charged = facts.attempts
    .map((attempt) => ({ ...attempt, money: moneyOf(attempt.attemptId, facts.ledger) }))
    .filter(({ money }) => money.chargedMinor > 0)
    .toSorted((a, b) => a.number - b.number);
  const isUndone = charged.some(({ money }) => money.undoneMinor >= money.priceMinor);
  const reason = isUndone ? ('undone' as const) : ('extra' as const);
  const toReturn = charged.flatMap(({ attemptId, money }, at) =>
    chargesToReturn(money, !isUndone && at === 0).map((part) => ({ attemptId, ...part, reason })),
  );
  return { status: statusOf(facts, { isPaid: charged.length > 0, isUndone }), toReturn };
}

function statusOf(facts: OrderFacts, { isPaid, isUndone }: { isPaid: boolean; isUndone: boolean }): OrderStatus {
  if (isUndone) return 'CancelledPaid';
  if (isPaid) return facts.isAcknowledged ? 'Completed' : 'PayedWaitingForSending';
  const isDead = facts.attempts.every(({ state }) => state === 'failed' || state === 'expired');
  if (facts.isExpired || (facts.attempts.length > 0 && isDead)) return 'Cancelled';
  // The provider has not answered yet: nobody can pay.
  return facts.attempts.some(({ state }) => state !== 'creating') ? 'WaitingForPayment' : 'Created';
}

function moneyOf(attemptId: string, ledger: readonly LedgerFacts[]) {
  const own = ledger.filter((entry) => entry.attemptId === attemptId);
  const sum = (wanted: (entry: LedgerFacts) => boolean): number =>
    own.filter(wanted).reduce((total, { amountMinor }) => total + amountMinor, 0);
  return {
    charges: own
      .filter(({ kind }) => kind === 'charged')
      .toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1)),
    chargedMinor: sum(({ kind }) => kind === 'charged'),
    // Every charge of an attempt is of the same amount: another one is not taken for it.
    priceMinor: Math.max(0, ...own.filter(({ kind }) => kind === 'charged').map(({ amountMinor }) => amountMinor)),
    undoneMinor: sum(({ kind, ofExtra }) => kind === 'dispute-lost' || (kind === 'refunded' && !ofExtra)),
    // A refund that failed later is for an operator: sending it again by itself could pay it twice.
    returnedMinor: sum(({ kind }) => kind === 'dispute-lost' || kind === 'refunded'),
  };
}

/** From the last charge to the first, of each what is left to return. The charge that pays the order is the first one. */
function chargesToReturn({ charges, returnedMinor }: ReturnType<typeof moneyOf>, isPaying: boolean) {
  let gone = returnedMinor;
  return charges
    .slice(isPaying ? 1 : 0)
    .toReversed()
    .map(({ transactionId, amountMinor }) => {
      const goneOfThis = Math.min(gone, amountMinor);
      gone -= goneOfThis;
      return { transactionId, amountMinor: amountMinor - goneOfThis };
    })
    .filter(({ amountMinor }) => amountMinor > 0);
}
