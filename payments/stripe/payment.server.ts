// What Stripe proves about a payment, whether a webhook, its books or its list tell it. The same thing is the same transaction: the
// payment intent for a charge, the refund and the dispute by their own ids.
import type { Static, TSchema } from 'typebox';
import { isUuid } from '#kit/is-uuid.ts';
import { readPages } from '#kit/read-pages.server.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading, Span } from '../port.server.ts';
import { fromStripeAmount } from './amounts.ts';
import {
  clientFor,
  Dispute,
  idOf,
  listOf,
  PaymentIntent,
  readShape,
  Refund,
  Session,
  type Host,
} from './client.server.ts';

/** What a fact is about, whoever tells it. */
export interface About {
  readonly attemptId: string;
  readonly isTest: boolean;
  readonly dedupKey: string;
}

/** Our attempt, as we wrote it into Stripe's objects; undefined: it is not ours. */
export function attemptIn(metadata: Readonly<Record<string, string>> | null | undefined): string | undefined {
  const attemptId = metadata?.['attempt_id'];
  return isUuid(attemptId) ? attemptId : undefined;
}

export function paidFact(session: Session, about: About): PaymentFact {
  const { id, amount_total: amount, currency } = session;
  if (amount === null || currency === null) throw new Error(`Stripe says that ${id} is paid, and not how much it is.`);
  // A session that cost nothing has no intent.
  const transactionId = idOf(session.payment_intent) ?? id;
  return { kind: 'paid', ...about, providerPaymentId: id, transactionId, ...fromStripeAmount(amount, currency) };
}

export const endFact = (kind: 'failed' | 'expired', { id }: Session, about: About): PaymentFact => ({
  kind,
  ...about,
  providerPaymentId: id,
});

/** Undefined: it is on its way, and nothing has moved. */
export function refundFact(refund: Refund, about: About): PaymentFact | undefined {
  const kind = refundKinds.get(refund.status ?? '');
  if (kind === undefined) return undefined;
  // What we wrote into it comes back; one that was made in the dashboard has nothing of it.
  const { is_extra: extra, refund_id: refundId } = refund.metadata ?? {};
  const chargeId = idOf(refund.payment_intent);
  return {
    kind,
    ...about,
    transactionId: refund.id,
    ...(chargeId !== undefined && { chargeId }),
    ...(isUuid(refundId) && { refundId }),
    ...fromStripeAmount(refund.amount, refund.currency),
    ...(extra !== undefined && { ofExtra: extra === 'true' }),
  };
}

/** Undefined: an inquiry, or one that was prevented. No money has moved. */
export function disputeFact(dispute: Dispute, about: About): PaymentFact | undefined {
  const kind = disputeKinds.get(dispute.status);
  if (kind === undefined) return undefined;
  return { kind, ...about, transactionId: dispute.id, ...fromStripeAmount(dispute.amount, dispute.currency) };
}

export const isPaid = ({ payment_status: status }: Session): boolean =>
  status === 'paid' || status === 'no_payment_required';

const refundKinds = new Map<string, 'refunded' | 'refund-failed'>([
  ['succeeded', 'refunded'],
  ['failed', 'refund-failed'],
  ['canceled', 'refund-failed'],
]);

const disputeKinds = new Map<string, 'disputed' | 'dispute-lost' | 'dispute-won'>([
  ['needs_response', 'disputed'],
  ['under_review', 'disputed'],
  ['won', 'dispute-won'],
  ['lost', 'dispute-lost'],
]);

/** Stripe's own books about one attempt: the session, then what went back of it. */
export async function readPayment({ attemptId, providerPaymentId }: KnownAttempt, host: Host): Promise<Reading> {
  if (providerPaymentId === undefined)
    throw new Error(`Nobody knows the session of attempt ${attemptId}. Create it again: Stripe answers the same.`);
  const session = await readSession(providerPaymentId, host);
  if (attemptIn(session.metadata) !== attemptId)
    throw new Error(`Session ${providerPaymentId} belongs to another attempt than ${attemptId}.`);
  const about = (what: string) => ({ attemptId, isTest: !session.livemode, dedupKey: `read:${what}` });
  const over = (...facts: (PaymentFact | undefined)[]) => ({ facts: facts.filter((fact) => !!fact), isOver: true });
  if (session.status === 'expired') return over(endFact('expired', session, about(`expired:${session.id}`)));
  if (session.status !== 'complete') return { facts: [], isOver: false };
  const intent = idOf(session.payment_intent);
  if (!isPaid(session)) {
    const status = intent === undefined ? '' : (await readIntent(intent, host)).status;
    // A delayed method that failed leaves the intent without a method. The session is complete, so nobody can try again.
    const isDead = status === 'requires_payment_method' || status === 'canceled';
    return isDead ? over(endFact('failed', session, about(`failed:${session.id}`))) : { facts: [], isOver: false };
  }
  const paid = paidFact(session, about(`paid:${session.id}`));
  if (intent === undefined) return over(paid);
  const client = clientFor(host);
  const ofIntent = { payment_intent: intent, limit: pageSize };
  const [refunds, disputes] = await Promise.all([client.refunds.list(ofIntent), client.disputes.list(ofIntent)]);
  return over(
    paid,
    ...wholeList(Refund, refunds, intent).map((each) => refundFact(each, about(`refund:${each.id}:${each.status}`))),
    ...wholeList(Dispute, disputes, intent).map((each) =>
      disputeFact(each, about(`dispute:${each.id}:${each.status}`)),
    ),
  );
}

export async function readSession(sessionId: string, host: Host): Promise<Session> {
  const session = readShape(Session, await clientFor(host).checkout.sessions.retrieve(sessionId), 'a session');
  if (session.id !== sessionId) throw new Error(`Stripe answers about ${session.id} and was asked about ${sessionId}.`);
  return session;
}

export const readIntent = async (intent: string, host: Host): Promise<Static<typeof PaymentIntent>> =>
  readShape(PaymentIntent, await clientFor(host).paymentIntents.retrieve(intent), 'a payment');

// A hundred refunds of one payment are a fault, and half of the truth is none.
function wholeList<S extends TSchema>(item: S, answer: unknown, intent: string): readonly Static<S>[] {
  const { data, has_more: isMore } = readShape(listOf(item), answer, 'refunds and disputes');
  if (isMore) throw new Error(`${intent} has more than ${pageSize} refunds or disputes. Look at it at Stripe.`);
  return data;
}

/** Stripe's own list of a span. What has not our ids in its payment belongs to another shop in the same account. */
export async function listPayments(span: Span, host: Host): Promise<readonly PaymentFact[]> {
  const { paymentIntents, refunds, disputes } = clientFor(host);
  const created = { gte: secondsOf(span.from), lte: secondsOf(span.to) };
  const expand = ['data.payment_intent'];
  const facts: (PaymentFact | undefined)[] = [];
  for await (const intent of allOf(PaymentIntent, (page) => paymentIntents.list({ created, ...page })))
    facts.push(intent.status === 'succeeded' ? intentFact(intent) : undefined);
  for await (const refund of allOf(Refund, (page) => refunds.list({ created, expand, ...page })))
    facts.push(ofPayment(refund, (about) => refundFact(refund, about)));
  for await (const dispute of allOf(Dispute, (page) => disputes.list({ created, expand, ...page })))
    facts.push(ofPayment(dispute, (about) => disputeFact(dispute, about)));
  return facts.filter((fact) => fact !== undefined);
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
const pageSize = 100;

function allOf<S extends TSchema>(
  item: S,
  ask: (page: { limit: number; starting_after?: string }) => Promise<unknown>,
) {
  return readPages<Static<S>>({
    subject: "Stripe's payments, refunds or disputes",
    mostPages: 200,
    async readPage(last) {
      const answer = await ask({ limit: pageSize, ...(last !== undefined && { starting_after: last }) });
      const { data, has_more: isMore } = readShape(listOf(item), answer, 'a list');
      return {
        items: data,
        next: isMore ? ((data.at(-1) as { id: string } | undefined)?.id ?? '') : undefined,
      };
    },
  });
}

function intentFact({ id, metadata, livemode, amount_received: amount, currency }: Static<typeof PaymentIntent>) {
  const attemptId = attemptIn(metadata);
  if (attemptId === undefined) return undefined;
  if (amount === undefined || currency === undefined) throw new Error(`Stripe lists ${id} and not how much it is.`);
  const about = { dedupKey: `list:paid:${id}`, attemptId, transactionId: id, isTest: !livemode };
  return { kind: 'paid' as const, ...about, ...fromStripeAmount(amount, currency) };
}

/** A refund or a dispute, of which its payment says whose it is. */
function ofPayment(listed: Refund | Dispute, factOf: (about: About) => PaymentFact | undefined) {
  const { payment_intent: payment, object, id, status } = listed;
  const attemptId = typeof payment === 'object' ? attemptIn(payment?.metadata) : undefined;
  if (attemptId === undefined || typeof payment !== 'object' || payment === null) return undefined;
  return factOf({ attemptId, isTest: !payment.livemode, dedupKey: `read:${object}:${id}:${status}` });
}
