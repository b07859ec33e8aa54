// A webhook of Stripe: proved by its signature over the bytes as they came, then told as facts. Webhooks come in any order, twice, and
// two of them may tell one thing: the transactions in the facts make them one. Cumulative amounts are never taken; a charge that tells
// of refunds only makes us read the payment.
import { isUtf8 } from 'node:buffer';
import { Stripe } from 'stripe';
import { Value } from 'typebox/value';
import { Type, type Static } from 'typebox';
import { refuse } from '#kit/refuse.ts';
import { whyStale } from '#kit/why-stale.ts';
import type { PaymentFact } from '#model/payment-fact.ts';
import type { Webhook, WebhookReading } from '../port.server.ts';
import { Charge, Dispute, idOf, readShape, Refund, Session, type Host } from './client.server.ts';
import {
  attemptIn,
  disputeFact,
  endFact,
  isPaid,
  paidFact,
  readIntent,
  refundFact,
  type About,
} from './payment.server.ts';

export async function readWebhook(webhook: Webhook, host: Host): Promise<WebhookReading> {
  const proved = prove(webhook, host);
  if ('reason' in proved) return refuse(proved.reason);
  const { event } = proved;
  // Of an account that is connected to ours: its money is not ours.
  if (event.account !== undefined) return { outcome: 'ignored' };
  return (await readers.get(event.type)?.(event, host)) ?? { outcome: 'ignored' };
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
  if (!isUtf8(body)) return { reason: 'The webhook is not UTF-8.' };
  // It also believes in the future: a webhook must not stay good for years.
  const [, signedAtS] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header) ?? [];
  const rules = { subject: 'The webhook', maxAgeS: toleranceS, toleranceS };
  const stale = whyStale({ ...rules, signedAtS, now: now() });
  if (stale !== undefined) return { reason: stale };
  let problem = 'there is no secret';
  for (const secret of settings.WebhookSecrets) {
    try {
      const atMs = now().getTime();
      const event: unknown = Stripe.webhooks.constructEvent(body, header, secret, toleranceS, undefined, atMs);
      return Value.Check(Event, event) ? { event } : { reason: 'It is signed, and no event of the kind that we take.' };
    } catch (error) {
      // A thin event, or no JSON, is a fault of its own: with another secret it is the same.
      problem = error instanceof Stripe.errors.StripeSignatureVerificationError ? 'nobody signed it' : 'it is no event';
    }
  }
  return { reason: `The webhook is not taken: ${problem}.` };
}

/** Undefined: it changes nothing. */
type Reader = (event: Event, host: Host) => Promise<WebhookReading | undefined>;

const readers: ReadonlyMap<string, Reader> = new Map([
  [
    'checkout.session.completed',
    readSessionEvent((session, about) => (isPaid(session) ? paidFact(session, about) : undefined)),
  ],
  ['checkout.session.async_payment_succeeded', readSessionEvent(paidFact)],
  ['checkout.session.async_payment_failed', readSessionEvent((session, about) => endFact('failed', session, about))],
  ['checkout.session.expired', readSessionEvent((session, about) => endFact('expired', session, about))],
  ...['refund.created', 'refund.updated', 'refund.failed'].map((type) => [type, readRefundEvent] as const),
  ['charge.refunded', readChargeEvent],
  ...['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'].map(
    (end) => [`charge.dispute.${end}`, readDisputeEvent] as const,
  ),
]);

function readSessionEvent(factOf: (session: Session, about: About) => PaymentFact | undefined): Reader {
  return async (event) => {
    const session = readShape(Session, event.data.object, 'a session');
    return factsOf(event, attemptIn(session.metadata), (about) => factOf(session, about));
  };
}

async function readRefundEvent(event: Event, host: Host) {
  const refund = readShape(Refund, event.data.object, 'a refund');
  return factsOf(event, await findAttempt(refund, host), (about) => refundFact(refund, about));
}

async function readChargeEvent({ data }: Event, host: Host): Promise<WebhookReading | undefined> {
  const attemptId = await findAttempt(readShape(Charge, data.object, 'a charge'), host);
  return attemptId === undefined ? undefined : { outcome: 'read payment', attemptId };
}

async function readDisputeEvent(event: Event, host: Host) {
  const dispute = readShape(Dispute, event.data.object, 'a dispute');
  return factsOf(event, await findAttempt(dispute, host), (about) => disputeFact(dispute, about));
}

/** Without an attempt it is of another shop in the same account. */
function factsOf(
  { id, livemode }: Event,
  attemptId: string | undefined,
  factOf: (about: About) => PaymentFact | undefined,
): WebhookReading | undefined {
  const fact = attemptId === undefined ? undefined : factOf({ attemptId, isTest: !livemode, dedupKey: id });
  return fact && { outcome: 'facts', facts: [fact] };
}

/** What was made in Stripe's dashboard, and disputes, say nothing of us: their payment does. */
async function findAttempt(
  about: { readonly metadata?: Refund['metadata']; readonly payment_intent?: Refund['payment_intent'] },
  host: Host,
): Promise<string | undefined> {
  const intent = idOf(about.payment_intent);
  const own = attemptIn(about.metadata);
  return own ?? (intent === undefined ? undefined : attemptIn((await readIntent(intent, host)).metadata));
}
