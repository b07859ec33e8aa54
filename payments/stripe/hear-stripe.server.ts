// A notice of Stripe: proved by its signature over the bytes as they came, then told as facts. Notices come in any order, twice,
// and two of them may tell one thing: the transactions in the facts make them one. Cumulative amounts are never taken; a charge
// that tells of refunds only makes us look.
import { isUtf8 } from 'node:buffer';
import { Stripe } from 'stripe';
import { Value } from 'typebox/value';
import { Type, type Static } from 'typebox';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { WebhookReading, Webhook } from '../port.server.ts';
import { clientFor, type Host } from './ask-stripe.server.ts';
import { attemptIn, disputeFact, endFact, isPaid, paidFact, refundFact, type About } from './facts.server.ts';
import { Charge, Dispute, expectShape, idOf, Refund, Session } from './objects.server.ts';
import { attemptOfIntent } from './read-stripe.server.ts';

export async function hearStripe(notice: Webhook, host: Host): Promise<WebhookReading> {
  const proved = prove(notice, host);
  if ('reason' in proved) return { outcome: 'refused', reason: proved.reason };
  const { event } = proved;
  // Of an account that is connected to ours: its money is not ours.
  if (event.account !== undefined) return { outcome: 'ignored' };
  const tell = events.get(event.type);
  return tell ? tell(event, host) : { outcome: 'ignored' };
}

const Event = Type.Object({
  id: Type.String({ pattern: '^evt_[A-Za-z0-9_]{1,150}$' }),
  object: Type.Literal('event'),
  type: Type.String(),
  account: Type.Optional(Type.String()),
  livemode: Type.Boolean(),
  data: Type.Object({ object: Type.Unknown() }),
});
type Event = Static<typeof Event>;

const toleranceS = 300;

function prove({ body, headers }: Webhook, { settings, now }: Host): { event: Event } | { reason: string } {
  const header = headers['stripe-signature'] ?? '';
  // The library takes bytes that are no text for others.
  if (!isUtf8(body)) return { reason: 'The notice is not UTF-8.' };
  // It also believes in the future: a notice must not stay good for years.
  const signedAtS = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN);
  const nowMs = now().getTime();
  if (!(signedAtS <= nowMs / 1000 + toleranceS)) return { reason: 'The notice has no time, or one in the future.' };
  let problem = 'there is no secret';
  for (const secret of settings.WebhookSecrets) {
    try {
      const event: unknown = Stripe.webhooks.constructEvent(body, header, secret, toleranceS, undefined, nowMs);
      return Value.Check(Event, event) ? { event } : { reason: 'It is signed, and no event of the kind that we take.' };
    } catch (error) {
      // A thin event, or no JSON, is a fault of its own: with another secret it is the same.
      problem = error instanceof Stripe.errors.StripeSignatureVerificationError ? 'nobody signed it' : 'it is no event';
    }
  }
  return { reason: `The notice is not taken: ${problem}.` };
}

type Tell = (event: Event, host: Host) => WebhookReading | Promise<WebhookReading>;

const events: ReadonlyMap<string, Tell> = new Map<string, Tell>([
  [
    'checkout.session.completed',
    ofSession((session, about) => (isPaid(session) ? paidFact(session, about) : undefined)),
  ],
  ['checkout.session.async_payment_succeeded', ofSession(paidFact)],
  ['checkout.session.async_payment_failed', ofSession((session, about) => endFact('failed', session, about))],
  ['checkout.session.expired', ofSession((session, about) => endFact('expired', session, about))],
  ['refund.created', ofRefund],
  ['refund.updated', ofRefund],
  ['refund.failed', ofRefund],
  ['charge.refunded', ofCharge],
  ['charge.dispute.created', ofDispute],
  ['charge.dispute.updated', ofDispute],
  ['charge.dispute.funds_withdrawn', ofDispute],
  ['charge.dispute.funds_reinstated', ofDispute],
  ['charge.dispute.closed', ofDispute],
]);

function ofSession(factOf: (session: Session, about: About) => PaymentFact | undefined): Tell {
  return (event) => {
    const session = expectShape(Session, event.data.object, 'a session');
    const attemptId = attemptIn(session.metadata);
    // Of another shop in the same account.
    if (attemptId === undefined) return { outcome: 'ignored' };
    return heard(factOf(session, aboutOf(event, attemptId)));
  };
}

async function ofRefund(event: Event, host: Host): Promise<WebhookReading> {
  const refund = expectShape(Refund, event.data.object, 'a refund');
  // One that was made in Stripe's dashboard says nothing of us: its payment does.
  const attemptId = attemptIn(refund.metadata) ?? (await findAttempt(idOf(refund.payment_intent), host));
  return attemptId === undefined ? { outcome: 'ignored' } : heard(refundFact(refund, aboutOf(event, attemptId)));
}

async function ofCharge({ data }: Event, host: Host): Promise<WebhookReading> {
  const { metadata, payment_intent: intent } = expectShape(Charge, data.object, 'a charge');
  const attemptId = attemptIn(metadata) ?? (await findAttempt(idOf(intent), host));
  return attemptId === undefined ? { outcome: 'ignored' } : { outcome: 'read payment', attemptId };
}

async function ofDispute(event: Event, host: Host): Promise<WebhookReading> {
  const dispute = expectShape(Dispute, event.data.object, 'a dispute');
  const attemptId = await findAttempt(idOf(dispute.payment_intent), host);
  return attemptId === undefined ? { outcome: 'ignored' } : heard(disputeFact(dispute, aboutOf(event, attemptId)));
}

const aboutOf = (event: Event, attemptId: string): About => ({
  attemptId,
  isTest: !event.livemode,
  dedupKey: event.id,
});

const heard = (fact: PaymentFact | undefined): WebhookReading =>
  fact ? { outcome: 'facts', facts: [fact] } : { outcome: 'ignored' };

const findAttempt = async (intent: string | undefined, host: Host): Promise<string | undefined> =>
  intent === undefined ? undefined : attemptOfIntent(clientFor(host), intent);
