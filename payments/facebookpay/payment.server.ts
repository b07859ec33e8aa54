// Converts a payment in Facebook's records to payment events. A payment is a list of actions without ids; the charge
// uses the payment's id, other transactions add their type and number.
//
// Facebook charges in the buyer's currency. If that differs from the product page's currency, the price at which the
// product was ordered counts, and a partial refund counts as the same share of that price.
import { fromDecimal } from '#kit/decimal-amount.ts';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { AttemptReference, ProviderAttemptRecord, RefundResult, RefundRequest } from '../port.server.ts';
import { buildClosedAttemptRecord, buildOpenAttemptRecord } from '#kit/payment-results.server.ts';
import { fetchGraphPayment, type GraphAction, type GraphPayment, type FacebookPayHost } from './client.server.ts';
import { parseRequestId, type PaymentInRequestId } from './request-id.server.ts';

export interface ProvenPayment {
  readonly attemptId: string;
  readonly events: readonly PaymentEvent[];
  readonly isOver: boolean;
}

/** The payment counts as open until Facebook's id is known, because Facebook cannot search by our ids. */
export async function readPayment(
  { attemptId, providerPaymentId }: AttemptReference,
  host: FacebookPayHost,
): Promise<ProviderAttemptRecord> {
  if (providerPaymentId === undefined) return buildOpenAttemptRecord();
  const proved = await fetchProvenPayment(providerPaymentId, host);
  if (proved?.attemptId !== attemptId)
    throw new Error(`${providerPaymentId} at Facebook belongs to another attempt than ${attemptId}.`);
  return proved.isOver ? buildClosedAttemptRecord(...proved.events) : { events: proved.events, isOver: false };
}

/** Undefined if the payment does not exist or is not ours, such as a test from Facebook's dashboard. */
export async function fetchProvenPayment(paymentId: string, host: FacebookPayHost): Promise<ProvenPayment | undefined> {
  const payment = await fetchGraphPayment(paymentId, host);
  const ordered = parseRequestId(payment?.request_id ?? '');
  if (payment && ordered && payment.application.id === host.settings.AppId)
    return buildProvenPayment(payment, ordered, host);
  host.log.warn({ paymentId }, 'Facebook reported a payment that is not ours; it is ignored.');
  return undefined;
}

interface RefundLookup {
  readonly charge: { readonly currency: string; readonly amount: string };
  /** The result, if a refund exists already. */
  readonly end?: RefundResult;
}

/** Facebook has no idempotency keys for refunds, so an existing refund is looked up first. */
export async function lookUpRefund(
  { attemptId, transactionId }: Pick<RefundRequest, 'attemptId' | 'transactionId'>,
  host: FacebookPayHost,
): Promise<RefundLookup | Refusal> {
  const payment = await fetchGraphPayment(transactionId, host);
  const ordered = parseRequestId(payment?.request_id ?? '');
  const charge = payment?.actions.find(({ type, status }) => type === 'charge' && status === 'completed');
  if (!payment || !charge || ordered?.attemptId !== attemptId)
    return buildRefusal(`Facebook has no charge for ${transactionId} that could be refunded.`);
  const found = { charge: { currency: charge.currency, amount: String(charge.amount) } };
  const events = buildProvenPayment(payment, ordered, host).events.filter(({ kind }) => kind === 'refunded');
  const returnedMinor = events.reduce((sum, { amountMinor = 0 }) => sum + amountMinor, 0);
  if (returnedMinor >= ordered.amountMinor) return { ...found, end: { outcome: 'done', events } };
  if (payment.actions.some(({ type, status }) => type === 'refund' && status === 'initiated'))
    return { ...found, end: { outcome: 'pending' } };
  return events.length === 0
    ? found
    : buildRefusal("A part was refunded in Facebook's dashboard. Refund the rest there.");
}

type Ordered = NonNullable<ReturnType<typeof parseRequestId>>;

function buildProvenPayment(payment: GraphPayment, ordered: Ordered, host: FacebookPayHost): ProvenPayment {
  const { id, actions } = payment;
  const { attemptId } = ordered;
  const about = { attemptId, isTest: Boolean(payment.test) };
  const charges = actions.filter(({ type }) => type === 'charge');
  const charge = charges.find(({ status }) => status === 'completed');
  // After a declined card the buyer's next try is a new payment, so a failed one does not set the payment id.
  const failed = { kind: 'failed', dedupKey: `failed:${id}`, ...about } as const;
  if (!charge) {
    const isOver = charges.length > 0 && charges.every(({ status }) => status === 'failed');
    return { attemptId, isOver, events: isOver ? [failed] : [] };
  }
  const price = isSold(payment, ordered, host) ? ordered : undefined;
  const named = { ...about, providerPaymentId: id };
  const paid = {
    kind: 'paid',
    dedupKey: `paid:${id}`,
    ...named,
    transactionId: id,
    ...readPaid(charge, price),
  } as const;
  const returned = buildReturns(payment, charge, price, host).map(({ what, kind, ...event }) => ({
    kind,
    dedupKey: `${kind}:${id}:${what}`,
    ...named,
    transactionId: `${id} ${what}`,
    ...event,
  }));
  return { attemptId, isOver: true, events: [paid, ...returned] };
}

/** Otherwise the events have no amount, and an operator has to check the payment. */
function isSold({ id, items }: GraphPayment, ordered: Ordered, { settings, log }: FacebookPayHost): boolean {
  const [item, ...more] = items;
  const isWhole =
    item !== undefined &&
    more.length === 0 &&
    Number(item.quantity) === 1 &&
    ordered.isOf(item.product, settings.AppSecrets);
  if (!isWhole) log.warn({ paymentId: id }, 'Facebook charged for another product than the ordered one.');
  return isWhole;
}

type Money = Pick<PaymentEvent, 'amountMinor' | 'currency'>;

function readPaid({ currency, amount }: GraphAction, price: PaymentInRequestId | undefined): Money {
  if (!price) return {};
  if (currency !== price.currency) return { amountMinor: price.amountMinor, currency: price.currency };
  return readMoney(amount, currency);
}

/** Leaves out an amount that is invalid in the currency; an operator then has to check the payment. */
function readMoney(amount: GraphAction['amount'], currency: string): Money {
  const amountMinor = fromDecimal(amount, currency);
  return amountMinor === undefined ? { currency } : { amountMinor, currency };
}

interface Returned extends Money {
  readonly kind: PaymentEvent['kind'];
  readonly what: string;
  readonly chargeId?: string;
}

const kinds: Readonly<Record<string, Readonly<Record<string, PaymentEvent['kind'] | undefined>>>> = {
  refund: { completed: 'refunded', failed: 'refund-failed' },
  chargeback: { initiated: 'disputed', completed: 'dispute-lost', failed: 'dispute-won' },
  chargeback_reversal: { completed: 'dispute-won' },
  // Facebook bundled several payments into one card charge, and the card was declined: the money never arrived.
  decline: { completed: 'dispute-lost' },
};

function buildReturns(
  payment: GraphPayment,
  charge: GraphAction,
  price: PaymentInRequestId | undefined,
  host: FacebookPayHost,
): readonly Returned[] {
  const share = createShares(charge, price);
  const counts = new Map<string, number>();
  const actions = payment.actions.filter(({ type }) => type !== 'charge').toSorted(byTime);
  const returned = actions.flatMap((action): Returned[] => {
    const byStatus = kinds[action.type];
    if (!byStatus)
      host.log.warn({ paymentId: payment.id, type: action.type }, 'Facebook reported an unknown type of action.');
    // A reversal wins the chargeback of the same number, even if that was already lost.
    const type = action.type === 'chargeback_reversal' ? 'chargeback' : action.type;
    const number = (counts.get(action.type) ?? 0) + 1;
    counts.set(action.type, number);
    const kind = byStatus?.[action.status];
    const money = share(action);
    if (kind === undefined) return [];
    return [{ kind, what: `${type} ${number}`, ...money, ...(type === 'refund' && { chargeId: payment.id }) }];
  });
  return [...returned, ...buildDisputes(payment, price, returned)];
}

/** A dispute is a buyer's complaint. It moves no money; Facebook reports a resulting refund separately. */
function buildDisputes(
  { disputes = [] }: GraphPayment,
  price: PaymentInRequestId | undefined,
  returned: readonly Returned[],
): readonly Returned[] {
  const isKept = returned.every(({ kind }) => kind !== 'refunded' && kind !== 'dispute-lost');
  const money = price ? { amountMinor: price.amountMinor, currency: price.currency } : {};
  return disputes.toSorted(byTime).flatMap(({ status }, index): Returned[] => {
    const what = `dispute ${index + 1}`;
    const disputed = { kind: 'disputed', what, ...money } as const;
    return status === 'resolved' && isKept ? [disputed, { kind: 'dispute-won', what, ...money }] : [disputed];
  });
}

/** Rounding is cumulative, so the parts of a full refund add up to the price. */
function createShares(charge: GraphAction, price: PaymentInRequestId | undefined): (action: GraphAction) => Money {
  const sums = new Map<string, number>();
  return ({ type, status, currency, amount }) => {
    if (!price || currency !== charge.currency) return {};
    if (currency === price.currency) return readMoney(amount, currency);
    const before = sums.get(type) ?? 0;
    const after = before + (status === 'failed' ? 0 : Number(amount));
    sums.set(type, after);
    const countPart = (sum: number): number => Math.round((price.amountMinor * sum) / Number(charge.amount));
    const part = status === 'failed' ? countPart(Number(amount)) : countPart(after) - countPart(before);
    return Number.isSafeInteger(part) ? { amountMinor: part, currency: price.currency } : {};
  };
}

interface Timed {
  readonly time_created: GraphAction['time_created'];
}

const readTime = ({ time_created: time }: Timed): number =>
  typeof time === 'number' ? time * 1000 : Date.parse(time) || 0;

const byTime = (a: Timed, b: Timed): number => readTime(a) - readTime(b);
