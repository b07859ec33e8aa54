// Converts Stripe's objects to payment events. The transaction id of a charge is the payment intent's; a refund or
// dispute has its own.
import type { PaymentEvent } from '#model/payment-event.ts';
import { readAttemptId, readRefundMetadata, requireSameAttempt } from '#kit/payment-metadata.server.ts';
import type { AttemptReference, ProviderAttemptRecord, DateRange } from '../port.server.ts';
import {
  filterDefinedEvents,
  buildClosedAttemptRecord,
  buildOpenAttemptRecord,
  type CommonPaymentEventFields,
} from '#kit/payment-results.server.ts';
import { fromStripeAmount } from './amounts.server.ts';
import {
  createStripeClient,
  StripeDispute,
  StripePaymentIntent,
  StripeRefund,
  StripeSession,
  type StripeHost,
} from './client.server.ts';
import { isMissingObjectError, readExpandableId, iterateStripeList, requireStripeShape } from './client.server.ts';

export function buildPaidEvent(session: StripeSession, source: CommonPaymentEventFields): PaymentEvent {
  const { id, amount_total: amount, currency } = session;
  if (amount === null || currency === null) throw new Error(`Stripe reports ${id} as paid without an amount.`);
  // A free session has no payment intent.
  const transactionId = readExpandableId(session.payment_intent) ?? id;
  return { kind: 'paid', ...source, providerPaymentId: id, transactionId, ...fromStripeAmount(amount, currency) };
}

export function buildUnpaidEvent(
  kind: 'failed' | 'expired',
  { id }: StripeSession,
  source: CommonPaymentEventFields,
): PaymentEvent {
  return { kind, ...source, providerPaymentId: id };
}

/** Undefined if no money has moved: a pending refund, an inquiry or a prevented dispute. */
export function buildRefundOrDisputeEvent(
  returned: StripeRefund | StripeDispute,
  source: CommonPaymentEventFields,
): PaymentEvent | undefined {
  const kind = returnKinds.get(`${returned.object} ${returned.status}`);
  if (kind === undefined) return undefined;
  const money = fromStripeAmount(returned.amount, returned.currency);
  if (returned.object === 'dispute') {
    const dueByS = kind === 'disputed' ? returned.evidence_details?.due_by : undefined;
    const deadline = dueByS ? { evidenceDueAt: new Date(dueByS * 1000).toISOString() } : {};
    return { kind, ...source, transactionId: returned.id, ...money, ...deadline };
  }
  const chargeId = readExpandableId(returned.payment_intent);
  const ids = { transactionId: returned.id, ...(chargeId !== undefined && { chargeId }) };
  return { kind, ...source, ...ids, ...money, ...readRefundMetadata(returned.metadata) };
}

const returnKinds = new Map<string, PaymentEvent['kind']>([
  ['refund succeeded', 'refunded'],
  ['refund failed', 'refund-failed'],
  ['refund canceled', 'refund-failed'],
  ['dispute needs_response', 'disputed'],
  ['dispute under_review', 'disputed'],
  // An appeal reopens a lost dispute.
  ['dispute appeal_needs_response', 'disputed'],
  ['dispute appeal_under_review', 'disputed'],
  ['dispute won', 'dispute-won'],
  ['dispute lost', 'dispute-lost'],
]);

export const isSessionPaid = ({ payment_status: status }: StripeSession): boolean =>
  status === 'paid' || status === 'no_payment_required';

export async function readPayment(attempt: AttemptReference, host: StripeHost): Promise<ProviderAttemptRecord> {
  const { attemptId } = attempt;
  const session = await readSession(attempt, host);
  const writeSource = (what: string) => ({ attemptId, isTest: !session.livemode, dedupKey: `read:${what}` });
  if (session.status === 'expired')
    return buildClosedAttemptRecord(buildUnpaidEvent('expired', session, writeSource(`expired:${session.id}`)));
  if (session.status !== 'complete') return buildOpenAttemptRecord();
  const intent = readExpandableId(session.payment_intent);
  if (!isSessionPaid(session)) {
    const status = intent === undefined ? '' : (await readIntent(intent, host)).status;
    // A failed delayed payment leaves the intent without a payment method, and the buyer cannot try again.
    const isDead = status === 'requires_payment_method' || status === 'canceled';
    return isDead
      ? buildClosedAttemptRecord(buildUnpaidEvent('failed', session, writeSource(`failed:${session.id}`)))
      : buildOpenAttemptRecord();
  }
  const paid = buildPaidEvent(session, writeSource(`paid:${session.id}`));
  if (intent === undefined) return buildClosedAttemptRecord(paid);
  const { refunds, disputes } = createStripeClient(host);
  // A second page is an error, because an incomplete list would be wrong.
  const whole = { subject: `refunds and disputes of ${intent}`, maxPages: 1 };
  const returned = await Promise.all([
    Array.fromAsync(
      iterateStripeList(StripeRefund, whole, (page) => refunds.list({ payment_intent: intent, ...page })),
    ),
    Array.fromAsync(
      iterateStripeList(StripeDispute, whole, (page) => disputes.list({ payment_intent: intent, ...page })),
    ),
  ]);
  return buildClosedAttemptRecord(
    paid,
    ...returned
      .flat()
      .map((each) => buildRefundOrDisputeEvent(each, writeSource(`${each.object}:${each.id}:${each.status}`))),
  );
}

export async function readSession(
  { attemptId, providerPaymentId }: AttemptReference,
  host: StripeHost,
): Promise<StripeSession> {
  if (providerPaymentId === undefined)
    throw new Error(`The session of attempt ${attemptId} is unknown. Create it again: Stripe returns the same one.`);
  const answer = await createStripeClient(host).checkout.sessions.retrieve(providerPaymentId);
  const session = requireStripeShape(StripeSession, answer, 'a session');
  return requireSameAttempt('Stripe', session, { paymentId: providerPaymentId, attemptId });
}

const readIntent = async (intent: string, host: StripeHost): Promise<StripePaymentIntent> =>
  requireStripeShape(StripePaymentIntent, await createStripeClient(host).paymentIntents.retrieve(intent), 'a payment');

export async function findPaymentIntent(intent: string, host: StripeHost): Promise<StripePaymentIntent | undefined> {
  try {
    return await readIntent(intent, host);
  } catch (error) {
    if (isMissingObjectError(error)) return undefined;
    throw error;
  }
}

/** Payments without our ids belong to another shop in the same account. */
export async function listPayments(span: DateRange, host: StripeHost): Promise<readonly PaymentEvent[]> {
  const { paymentIntents, refunds, disputes } = createStripeClient(host);
  const created = { gte: toUnixSeconds(span.from), lte: toUnixSeconds(span.to) };
  const expand = ['data.payment_intent'];
  const rules = { subject: 'payments, refunds or disputes', maxPages: 200 };
  const events: (PaymentEvent | undefined)[] = [];
  for await (const intent of iterateStripeList(StripePaymentIntent, rules, (page) =>
    paymentIntents.list({ created, ...page }),
  ))
    events.push(buildFromIntent(intent));
  for await (const refund of iterateStripeList(StripeRefund, rules, (page) =>
    refunds.list({ created, expand, ...page }),
  ))
    events.push(buildListed(refund));
  for await (const dispute of iterateStripeList(StripeDispute, rules, (page) =>
    disputes.list({ created, expand, ...page }),
  ))
    events.push(buildListed(dispute));
  return filterDefinedEvents(events);
}

const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

function buildFromIntent(intent: StripePaymentIntent): PaymentEvent | undefined {
  const { id, status, metadata, livemode, amount_received: amount, currency } = intent;
  const attemptId = readAttemptId(metadata);
  if (attemptId === undefined || status !== 'succeeded') return undefined;
  if (amount === undefined || currency === undefined) throw new Error(`Stripe lists ${id} without an amount.`);
  const source = { dedupKey: `list:paid:${id}`, attemptId, isTest: !livemode };
  return { kind: 'paid', ...source, transactionId: id, ...fromStripeAmount(amount, currency) };
}

/** The payment intent's metadata names the attempt. */
function buildListed(listed: StripeRefund | StripeDispute): PaymentEvent | undefined {
  const { payment_intent: payment, object, id, status } = listed;
  if (typeof payment !== 'object' || payment === null) return undefined;
  const attemptId = readAttemptId(payment.metadata);
  const source = { isTest: !payment.livemode, dedupKey: `read:${object}:${id}:${status}` };
  return attemptId === undefined ? undefined : buildRefundOrDisputeEvent(listed, { ...source, attemptId });
}
