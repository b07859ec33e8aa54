// What happens to a simulated payment, by the buyer, the bank or Stripe, and which notices Stripe sends about it.
import type { SimulatedAct } from '../simulator-port.server.ts';
import {
  chargeObject,
  disputeObject,
  intentObject,
  newId,
  refundObject,
  returnedOf,
  sessionObject,
  type RefundsOfCard,
  type SimulatedIntent,
  type SimulatedRefund,
  type SimulatedSession,
  type Told,
} from './simulator-books.server.ts';

/** Those of the port, and what only Stripe's delayed methods and refunds know. */
export type StripeAct = SimulatedAct['name'] | 'fail' | 'finish refund' | 'fail refund';

/** What can happen next, and how a button calls it. */
export function actsFor(session: SimulatedSession): readonly { readonly name: StripeAct; readonly title: string }[] {
  const { status, intent } = session;
  if (status === 'expired') return [];
  if (status === 'open') return titled(['pay', 'decline', 'pay later', 'expire']);
  if (!intent || intent.status !== 'succeeded') return titled(intent?.status === 'processing' ? ['pay', 'fail'] : []);
  const left = session.amount - returnedOf(intent);
  const dispute = intent.disputes.at(-1);
  return titled([
    ...(left > 0 ? (['refund', 'refund half'] as const) : []),
    ...(intent.refunds.some((refund) => refund.status === 'pending') ? (['finish refund'] as const) : []),
    ...(intent.refunds.some((refund) => refund.status !== 'failed') ? (['fail refund'] as const) : []),
    ...(dispute ? [] : (['dispute'] as const)),
    ...(dispute?.status === 'needs_response' ? (['lose dispute', 'win dispute'] as const) : []),
  ]);
}

/** Does it, where it can be done, and gives what Stripe tells about it. */
export function doAct(
  act: StripeAct,
  session: SimulatedSession,
  now: Date,
  refundsOfCard: RefundsOfCard = 'at once',
): Told[] {
  if (!actsFor(session).some(({ name }) => name === act)) return [];
  const nowS = Math.floor(now.getTime() / 1000);
  session.intent ??= act === 'expire' ? undefined : newIntent(refundsOfCard, nowS);
  const { intent } = session;
  if (!intent) {
    session.status = 'expired';
    return [{ type: 'checkout.session.expired', object: sessionObject(session) }];
  }
  intent.refundsOfCard = session.status === 'open' ? refundsOfCard : intent.refundsOfCard;
  return effects[act](session, intent, nowS);
}

/** A refund by the API, which is answered, or in the dashboard. */
export function makeRefund(
  session: SimulatedSession,
  intent: SimulatedIntent,
  given: Pick<SimulatedRefund, 'amount' | 'reason' | 'metadata'>,
  nowS: number,
): { refund: SimulatedRefund; told: Told[] } {
  const status = intent.refundsOfCard === 'later' ? 'pending' : 'succeeded';
  const refund: SimulatedRefund = { ...given, id: newId('re'), createdS: nowS, status };
  intent.refunds.push(refund);
  return {
    refund,
    told: [
      { type: 'refund.created', object: refundObject(session, intent, refund) },
      { type: 'charge.refunded', object: chargeObject(session, intent) },
    ],
  };
}

type Effect = (session: SimulatedSession, intent: SimulatedIntent, nowS: number) => Told[];

const effects: Readonly<Record<StripeAct, Effect>> = {
  pay(session, intent) {
    const isLate = session.status === 'complete';
    intent.status = 'succeeded';
    session.status = 'complete';
    session.paymentStatus = 'paid';
    const type = isLate ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed';
    return [{ type, object: sessionObject(session) }];
  },
  decline: (session, intent) => [{ type: 'payment_intent.payment_failed', object: intentObject(session, intent) }],
  'pay later'(session, intent) {
    intent.status = 'processing';
    session.status = 'complete';
    return [{ type: 'checkout.session.completed', object: sessionObject(session) }];
  },
  fail(session, intent) {
    intent.status = 'requires_payment_method';
    return [{ type: 'checkout.session.async_payment_failed', object: sessionObject(session) }];
  },
  expire(session) {
    session.status = 'expired';
    return [{ type: 'checkout.session.expired', object: sessionObject(session) }];
  },
  refund: (session, intent, nowS) =>
    makeRefund(session, intent, { ...byDashboard, amount: session.amount - returnedOf(intent) }, nowS).told,
  'refund half'(session, intent, nowS) {
    const amount = Math.min(Math.floor(session.amount / 2), session.amount - returnedOf(intent));
    return makeRefund(session, intent, { ...byDashboard, amount }, nowS).told;
  },
  'finish refund': (session, intent) => endRefund(session, intent, 'pending', 'succeeded'),
  'fail refund': (session, intent) =>
    endRefund(
      session,
      intent,
      intent.refunds.some(({ status }) => status === 'pending') ? 'pending' : 'succeeded',
      'failed',
    ),
  dispute(session, intent, nowS) {
    const dispute = { id: newId('du'), createdS: nowS, status: 'needs_response' as const };
    intent.disputes.push(dispute);
    const object = disputeObject(session, intent, dispute);
    return ['charge.dispute.created', 'charge.dispute.funds_withdrawn'].map((type) => ({ type, object }));
  },
  'lose dispute': (session, intent) => endDispute(session, intent, 'lost'),
  'win dispute': (session, intent) => endDispute(session, intent, 'won'),
};

const byDashboard = { reason: null, metadata: {} };

function endRefund(
  session: SimulatedSession,
  intent: SimulatedIntent,
  from: string,
  to: 'succeeded' | 'failed',
): Told[] {
  const refund = intent.refunds.findLast(({ status }) => status === from);
  if (!refund) return [];
  refund.status = to;
  const object = refundObject(session, intent, refund);
  const types = to === 'failed' ? ['refund.updated', 'refund.failed'] : ['refund.updated'];
  return types.map((type) => ({ type, object }));
}

function endDispute(session: SimulatedSession, intent: SimulatedIntent, end: 'won' | 'lost'): Told[] {
  const dispute = intent.disputes.at(-1);
  if (!dispute) return [];
  dispute.status = end;
  const object = disputeObject(session, intent, dispute);
  const types =
    end === 'won' ? ['charge.dispute.funds_reinstated', 'charge.dispute.closed'] : ['charge.dispute.closed'];
  return types.map((type) => ({ type, object }));
}

const newIntent = (refundsOfCard: RefundsOfCard, createdS: number): SimulatedIntent => ({
  id: newId('pi'),
  chargeId: newId('ch'),
  createdS,
  status: 'requires_payment_method',
  refundsOfCard,
  refunds: [],
  disputes: [],
});

const titles: Readonly<Record<StripeAct, string>> = {
  pay: 'Pay',
  decline: 'Decline',
  'pay later': 'Pay later',
  fail: 'The bank refuses',
  expire: 'Expire',
  refund: 'Refund',
  'refund half': 'Refund half',
  'finish refund': 'The refund arrives',
  'fail refund': 'The refund fails',
  dispute: 'Dispute',
  'lose dispute': 'The shop loses',
  'win dispute': 'The shop wins',
};

const titled = (names: readonly StripeAct[]) => names.map((name) => ({ name, title: titles[name] }));
