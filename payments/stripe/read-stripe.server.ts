// Stripe's own books about one attempt: the session, then what went back of it.
import type { PaymentFact } from '#model/payment-fact.ts';
import type { KnownAttempt, Reading } from '../port.server.ts';
import { clientFor, type Host } from './ask-stripe.server.ts';
import { attemptIn, disputeFact, endFact, isPaid, paidFact, refundFact } from './facts.server.ts';
import { Dispute, expectShape, idOf, listOf, PaymentIntent, Refund, Session } from './objects.server.ts';

export async function readStripe(attempt: KnownAttempt, host: Host): Promise<Reading> {
  const { attemptId, providerPaymentId } = attempt;
  if (providerPaymentId === undefined)
    throw new Error(`Nobody knows the session of attempt ${attemptId}. Open it again: Stripe answers the same.`);
  const client = clientFor(host);
  const session = await readSession(client, providerPaymentId);
  if (attemptIn(session.metadata) !== attemptId)
    throw new Error(`Session ${providerPaymentId} belongs to another attempt than ${attemptId}.`);
  const isTest = !session.livemode;
  const about = (what: string) => ({ attemptId, isTest, dedupKey: `read:${what}` });

  if (session.status === 'expired')
    return { facts: [endFact('expired', session, about(`expired:${session.id}`))], isOver: true };
  if (session.status !== 'complete') return { facts: [], isOver: false };
  const intent = idOf(session.payment_intent);
  if (!isPaid(session)) {
    const isDead = intent !== undefined && (await hasFailed(client, intent));
    return isDead
      ? { facts: [endFact('failed', session, about(`failed:${session.id}`))], isOver: true }
      : { facts: [], isOver: false };
  }
  const facts: PaymentFact[] = [paidFact(session, about(`paid:${session.id}`))];
  if (intent !== undefined) {
    const [refunds, disputes] = await Promise.all([readRefunds(client, intent), readDisputes(client, intent)]);
    for (const refund of refunds) {
      const fact = refundFact(refund, about(`refund:${refund.id}:${refund.status}`));
      if (fact) facts.push(fact);
    }
    for (const dispute of disputes) {
      const fact = disputeFact(dispute, about(`dispute:${dispute.id}:${dispute.status}`));
      if (fact) facts.push(fact);
    }
  }
  return { facts, isOver: true };
}

type Client = ReturnType<typeof clientFor>;

export async function readSession(client: Client, sessionId: string): Promise<Session> {
  const session = expectShape(Session, await client.checkout.sessions.retrieve(sessionId), 'a session');
  if (session.id !== sessionId) throw new Error(`Stripe answers about ${session.id} and was asked about ${sessionId}.`);
  return session;
}

/** Whose payment it is, by what we wrote into its intent; undefined: not ours. */
export async function attemptOfIntent(client: Client, intent: string): Promise<string | undefined> {
  return attemptIn(expectShape(PaymentIntent, await client.paymentIntents.retrieve(intent), 'a payment').metadata);
}

// A delayed method that failed leaves the intent without a method. The session is complete, so nobody can try again.
async function hasFailed(client: Client, intent: string): Promise<boolean> {
  const { status } = expectShape(PaymentIntent, await client.paymentIntents.retrieve(intent), 'a payment');
  return status === 'requires_payment_method' || status === 'canceled';
}

async function readRefunds(client: Client, intent: string): Promise<readonly Refund[]> {
  const found = await client.refunds.list({ payment_intent: intent, limit: mostOfOne });
  return wholeList(expectShape(listOf(Refund), found, 'refunds'), intent);
}

async function readDisputes(client: Client, intent: string): Promise<readonly Dispute[]> {
  const found = await client.disputes.list({ payment_intent: intent, limit: mostOfOne });
  return wholeList(expectShape(listOf(Dispute), found, 'disputes'), intent);
}

// A hundred refunds of one payment are a fault, and half of the truth is none.
function wholeList<T>(list: { readonly data: readonly T[]; readonly has_more: boolean }, intent: string): readonly T[] {
  if (list.has_more) throw new Error(`${intent} has more than ${mostOfOne} refunds or disputes. Look at it at Stripe.`);
  return list.data;
}

const mostOfOne = 100;
