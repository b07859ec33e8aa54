// What an order is, from what is known about it. Facts are only ever added, and nothing here asks when they came: any
// permutation and repetition of the same facts ends in the same status.
//
// - Paid: an attempt was charged. Of several, the one with the lowest number pays the order, with one charge; what else was
//   taken is extra and goes back.
// - Undone: of some attempt the whole price went back, by a refund that was not one of extra money, or by a lost dispute.
//   Facts never go away, so an order that is undone stays so; whatever else was or will be charged goes back as well.
// - A refund is of extra money when it was asked for as such, or went back from a charge that does not pay the order, whoever
//   made it: `findRefundsOfExtra` names those for which that became known later.
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
  readonly isOverpayment: boolean;
  /** Of a refund: the charge that it went back from, where the provider says it. */
  readonly chargeId?: string | undefined;
}

export interface OrderFacts {
  /** The providers' records were read for the last time, and held nothing. */
  readonly isExpired: boolean;
  readonly isAcknowledged: boolean;
  readonly attempts: readonly AttemptFacts[];
  readonly ledger: readonly LedgerFacts[];
}

export interface DerivedOrder {
  readonly status: OrderStatus;
  /** What has to go back, beyond what has gone. */
  readonly refundsDue: readonly RefundDue[];
}

export interface RefundDue {
  readonly attemptId: string;
  /** The charge that it goes back from. */
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly reason: 'extra' | 'undone';
}

export function deriveOrder(facts: OrderFacts): DerivedOrder {
  const charged = findCharged(facts);
  const isUndone = charged.some(({ money }) => money.undoneMinor > 0 && money.undoneMinor >= money.priceMinor);
  const reason = isUndone ? ('undone' as const) : ('extra' as const);
  const refundsDue = charged.flatMap(({ attemptId, money }, at) =>
    findChargesToReturn(money, !isUndone && at === 0).map((part) => ({ attemptId, ...part, reason })),
  );
  return { status: deriveStatus(facts, { isPaid: charged.length > 0, isUndone }), refundsDue };
}

/**
 * The same once refunds that have turned out to be of extra money count as such; `nowOfExtra` names them, to be written down. An
 * order that is undone stays so: nothing is marked any more.
 */
export function deriveMarked({
  isUndone,
  ...facts
}: OrderFacts & { readonly isUndone: boolean }): DerivedOrder & { readonly nowOfExtra: readonly LedgerFacts[] } {
  const nowOfExtra = isUndone ? [] : findRefundsOfExtra(facts);
  const ledger = facts.ledger.map((entry) => (nowOfExtra.includes(entry) ? { ...entry, isOverpayment: true } : entry));
  return { ...deriveOrder({ ...facts, ledger }), nowOfExtra };
}

/**
 * Refunds that are not known as ones of extra money and are: another charge pays the order. Which one does only ever moves to an
 * earlier attempt, so what was once of extra money stays so.
 */
function findRefundsOfExtra(facts: Pick<OrderFacts, 'attempts' | 'ledger'>): readonly LedgerFacts[] {
  const charged = findCharged(facts);
  const [payer] = charged;
  const charges = new Set(charged.flatMap(({ money }) => money.charges.map(({ transactionId }) => transactionId)));
  const paying = payer?.money.charges[0]?.transactionId;
  return facts.ledger.filter(({ kind, isOverpayment, attemptId, chargeId }) => {
    if (kind !== 'refunded' || isOverpayment || !charged.some((each) => each.attemptId === attemptId)) return false;
    return attemptId !== payer?.attemptId || (chargeId !== undefined && charges.has(chargeId) && chargeId !== paying);
  });
}

function findCharged({ attempts, ledger }: Pick<OrderFacts, 'attempts' | 'ledger'>) {
  return (
    attempts
      .map((attempt) => ({ ...attempt, money: sumMoney(attempt.attemptId, ledger) }))
      // Also for nothing, where something was given away.
      .filter(({ money }) => money.charges.length > 0)
      .toSorted((a, b) => a.number - b.number)
  );
}

function deriveStatus(facts: OrderFacts, { isPaid, isUndone }: { isPaid: boolean; isUndone: boolean }): OrderStatus {
  if (isUndone) return 'CancelledPaid';
  if (isPaid) return facts.isAcknowledged ? 'Completed' : 'PayedWaitingForSending';
  const isDead = facts.attempts.every(({ state }) => state === 'failed' || state === 'expired');
  if (facts.isExpired || (facts.attempts.length > 0 && isDead)) return 'Cancelled';
  // The provider has not answered yet: nobody can pay.
  return facts.attempts.some(({ state }) => state !== 'creating') ? 'WaitingForPayment' : 'Created';
}

function sumMoney(attemptId: string, ledger: readonly LedgerFacts[]) {
  const own = ledger.filter((entry) => entry.attemptId === attemptId);
  const sum = (wanted: (entry: LedgerFacts) => boolean): number =>
    own.filter(wanted).reduce((total, { amountMinor }) => total + amountMinor, 0);
  const charges = own
    .filter(({ kind }) => kind === 'charged')
    .toSorted((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
  // What went back from a charge that is not known yet undoes nothing until it is known.
  const isOfKnown = ({ chargeId }: LedgerFacts): boolean =>
    chargeId === undefined || charges.some(({ transactionId }) => transactionId === chargeId);
  // A refund that failed later is for an operator: sending it again by itself could pay it twice.
  const isReturn = ({ kind }: LedgerFacts): boolean => kind === 'dispute-lost' || kind === 'refunded';
  return {
    charges,
    // Every charge of an attempt is of the same amount: another one is not taken for it.
    priceMinor: Math.max(0, ...charges.map(({ amountMinor }) => amountMinor)),
    undoneMinor: sum(
      (entry) => isReturn(entry) && isOfKnown(entry) && !(entry.kind === 'refunded' && entry.isOverpayment),
    ),
    /** From one charge, where the provider says which. */
    returnedFrom: (charge: string): number => sum((entry) => isReturn(entry) && entry.chargeId === charge),
    returnedMinor: sum((entry) => isReturn(entry) && entry.chargeId === undefined),
  };
}

/** From the last charge to the first, of each what is left to return. The charge that pays the order is the first one. */
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
