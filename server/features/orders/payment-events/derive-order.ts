// Derives an order's status from everything known about it. Events are only ever added, and their arrival order doesn't
// matter: any permutation or repetition gives the same status.
//
// - Paid: an attempt was charged. Of several, the first charge of the attempt with the lowest number pays the order;
// every other charge is an overpayment and is refunded.
// - Undone: the full price of an attempt was refunded (not as an overpayment) or lost in a dispute. An undone order
// stays undone; all other charges, also later ones, are refunded.
// - A refund is of an overpayment if it was requested as such, or came from a charge that does not pay the order.
// `findOverpaymentRefunds` finds those for which this became known later.
// - Cancelled: nothing was charged, and every attempt failed or the order expired. A late payment still pays the order.
import type { OrderStatus } from '#model/order.ts';
import type { LedgerEntryType } from '#server/db/money-tables.ts';

export interface AttemptSnapshot {
  readonly attemptId: string;
  readonly number: number;
  readonly state: 'creating' | 'open' | 'failed' | 'expired';
}

export interface LedgerRecord {
  readonly attemptId: string;
  readonly transactionId: string;
  readonly kind: LedgerEntryType;
  readonly amountMinor: number;
  readonly isOverpayment: boolean;
  /** For a refund: the charge it came from, if the provider reports it. */
  readonly chargeId?: string | undefined;
}

export interface OrderSnapshot {
  /** The providers' records were fetched for the last time and contained no payment. */
  readonly isExpired: boolean;
  readonly isAcknowledged: boolean;
  readonly attempts: readonly AttemptSnapshot[];
  readonly ledger: readonly LedgerRecord[];
}

interface DerivedOrder {
  readonly status: OrderStatus;
  readonly refundsDue: readonly RefundDue[];
}

export interface RefundDue {
  readonly attemptId: string;
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly reason: 'overpayment' | 'undone';
}

export function deriveStatusAndRefundsDue(facts: OrderSnapshot): DerivedOrder {
  const charged = findCharged(facts);
  const isUndone = charged.some(({ money }) => money.undoneMinor > 0 && money.undoneMinor >= money.priceMinor);
  const reason = isUndone ? ('undone' as const) : ('overpayment' as const);
  const refundsDue = charged.flatMap(({ attemptId, money }, at) =>
    findChargesToReturn(money, !isUndone && at === 0).map((part) => ({ attemptId, ...part, reason })),
  );
  return { status: deriveStatus(facts, { isPaid: charged.length > 0, isUndone }), refundsDue };
}

/**
 * Derives the order after marking refunds that turned out to be of overpayments; `newOverpaymentRefunds` lists them so that they
 * can be stored. In an undone order nothing is marked any more.
 */
export function deriveWithOverpayments({
  isUndone,
  ...facts
}: OrderSnapshot & { readonly isUndone: boolean }): DerivedOrder & {
  readonly newOverpaymentRefunds: readonly LedgerRecord[];
} {
  const newOverpaymentRefunds = isUndone ? [] : findOverpaymentRefunds(facts);
  const ledger = facts.ledger.map((entry) =>
    newOverpaymentRefunds.includes(entry) ? { ...entry, isOverpayment: true } : entry,
  );
  return { ...deriveStatusAndRefundsDue({ ...facts, ledger }), newOverpaymentRefunds };
}

/**
 * Refunds that are not marked as overpayment refunds but are, because another charge pays the order. The paying charge
 * only ever moves to an earlier attempt, so a mark stays valid.
 */
function findOverpaymentRefunds(facts: Pick<OrderSnapshot, 'attempts' | 'ledger'>): readonly LedgerRecord[] {
  const charged = findCharged(facts);
  const [payer] = charged;
  const charges = new Set(charged.flatMap(({ money }) => money.charges.map(({ transactionId }) => transactionId)));
  const paying = payer?.money.charges[0]?.transactionId;
  return facts.ledger.filter(({ kind, isOverpayment, attemptId, chargeId }) => {
    if (kind !== 'refunded' || isOverpayment || !charged.some((each) => each.attemptId === attemptId)) return false;
    return attemptId !== payer?.attemptId || (chargeId !== undefined && charges.has(chargeId) && chargeId !== paying);
  });
}

function findCharged({ attempts, ledger }: Pick<OrderSnapshot, 'attempts' | 'ledger'>) {
  return (
    attempts
      .map((attempt) => ({ ...attempt, money: sumMoney(attempt.attemptId, ledger) }))
      // A gift's charge of 0 counts as well.
      .filter(({ money }) => money.charges.length > 0)
      .toSorted((a, b) => a.number - b.number)
  );
}

function deriveStatus(facts: OrderSnapshot, { isPaid, isUndone }: { isPaid: boolean; isUndone: boolean }): OrderStatus {
  if (isUndone) return 'CancelledPaid';
  if (isPaid) return facts.isAcknowledged ? 'Completed' : 'PayedWaitingForSending';
  const isDead = facts.attempts.every(({ state }) => state === 'failed' || state === 'expired');
  if (facts.isExpired || (facts.attempts.length > 0 && isDead)) return 'Cancelled';
  // The provider has not replied yet, so the buyer can't pay.
  return facts.attempts.some(({ state }) => state !== 'creating') ? 'WaitingForPayment' : 'Created';
}

function sumMoney(attemptId: string, ledger: readonly LedgerRecord[]) {
  const own = ledger.filter((entry) => entry.attemptId === attemptId);
  const sum = (wanted: (entry: LedgerRecord) => boolean): number =>
    own.filter(wanted).reduce((total, { amountMinor }) => total + amountMinor, 0);
  const charges = own
    .filter(({ kind }) => kind === 'charged')
    .toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  // A refund of a charge that is not known yet has no effect until the charge is known.
  const isOfKnown = ({ chargeId }: LedgerRecord): boolean =>
    chargeId === undefined || charges.some(({ transactionId }) => transactionId === chargeId);
  // A refund that failed later is left to an operator: repeating it automatically could refund twice.
  const isReturn = ({ kind }: LedgerRecord): boolean => kind === 'dispute-lost' || kind === 'refunded';
  return {
    charges,
    // All charges of an attempt have the same amount; others are rejected as a mismatch.
    priceMinor: Math.max(0, ...charges.map(({ amountMinor }) => amountMinor)),
    undoneMinor: sum(
      (entry) => isReturn(entry) && isOfKnown(entry) && !(entry.kind === 'refunded' && entry.isOverpayment),
    ),
    returnedFrom: (charge: string): number => sum((entry) => isReturn(entry) && entry.chargeId === charge),
    returnedMinor: sum((entry) => isReturn(entry) && entry.chargeId === undefined),
  };
}

/**
 * Charges from last to first, each with the amount still to refund. The charge that pays the order is the first one.
 */
function findChargesToReturn({ charges, returnedMinor, returnedFrom }: ReturnType<typeof sumMoney>, isPaying: boolean) {
  let gone = returnedMinor;
  return charges
    .slice(isPaying ? 1 : 0)
    .toReversed()
    .map(({ transactionId, amountMinor }) => {
      const left = Math.max(0, amountMinor - returnedFrom(transactionId));
      const goneOfThis = Math.min(gone, left);
      gone -= goneOfThis;
      return { transactionId, amountMinor: left - goneOfThis };
    })
    .filter(({ amountMinor }) => amountMinor > 0);
}
