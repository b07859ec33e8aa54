import { randomBytes } from 'node:crypto';
import { fromStripeAmount } from './amounts.server.ts';
import type { ChargedAndReturned, SimulatorAction } from '../simulator-port.server.ts';

export interface StripeEvent {
  readonly type: string;
  readonly object: object;
}

export interface NewSimulatedSession {
  readonly uiMode: string;
  readonly amount: number;
  readonly currency: string;
  readonly name: string;
  readonly clientReferenceId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly intentMetadata: Readonly<Record<string, string>>;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly expiresAtS: number;
}

export interface SimulatedSession extends NewSimulatedSession {
  readonly id: string;
  readonly isLive: boolean;
  readonly clientSecret: string;
  readonly createdS: number;
  status: 'open' | 'complete' | 'expired';
  intent: SimulatedIntent | undefined;
}

export interface SimulatedIntent {
  readonly id: string;
  readonly chargeId: string;
  readonly createdS: number;
  status: 'requires_payment_method' | 'processing' | 'succeeded';
  refundsLater: boolean;
  readonly refunds: SimulatedRefund[];
  readonly disputes: SimulatedDispute[];
}

export interface SimulatedRefund {
  readonly id: string;
  readonly amount: number;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdS: number;
  status: 'pending' | 'succeeded' | 'failed';
}

export interface SimulatedDispute {
  readonly id: string;
  readonly createdS: number;
  status: 'needs_response' | 'appeal_under_review' | 'won' | 'lost';
}

export const createStripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export function createSimulatedSession(request: NewSimulatedSession, now: Date, isLive: boolean): SimulatedSession {
  const id = createStripeId(isLive ? 'cs_live' : 'cs_test');
  const clientSecret = `${id}_secret_${randomBytes(12).toString('hex')}`;
  return { ...request, id, isLive, clientSecret, createdS: toUnixSeconds(now), status: 'open', intent: undefined };
}

export type StripeAction = SimulatorAction['name'] | 'fail' | 'finish refund' | 'fail refund' | 'appeal';

export function listStripeActions({ status, amount, intent }: SimulatedSession): readonly StripeAction[] {
  if (status === 'expired') return [];
  if (status === 'open') return ['pay', 'decline', 'pay later', 'expire'];
  if (intent?.status !== 'succeeded') return intent?.status === 'processing' ? ['pay', 'fail'] : [];
  const acts: StripeAction[] = amount > sumRefunds(intent) ? ['refund', 'refund half'] : [];
  if (intent.refunds.some((refund) => refund.status === 'pending')) acts.push('finish refund');
  if (intent.refunds.some((refund) => refund.status !== 'failed')) acts.push('fail refund');
  const [dispute] = intent.disputes;
  if (!dispute) acts.push('dispute');
  if (dispute?.status === 'lost') acts.push('appeal');
  else if (dispute && dispute.status !== 'won') acts.push('lose dispute', 'win dispute');
  return acts;
}

export function performStripeAction(act: StripeAction, session: SimulatedSession, now: Date): readonly StripeEvent[] {
  const sent = (...ends: string[]) =>
    ends.map((end) => ({ type: `checkout.session.${end}`, object: buildSessionObject(session) }));
  if (act === 'expire') {
    session.status = 'expired';
    return sent('expired');
  }
  const intent = (session.intent ??= makeIntent(now));
  const left = session.amount - sumRefunds(intent);
  switch (act) {
    case 'pay': {
      const isLate = session.status === 'complete';
      intent.status = 'succeeded';
      session.status = 'complete';
      return sent(isLate ? 'async_payment_succeeded' : 'completed');
    }
    case 'decline':
      return [{ type: 'payment_intent.payment_failed', object: buildPaymentIntentObject(session, intent) }];
    case 'pay later':
      intent.status = 'processing';
      session.status = 'complete';
      return sent('completed');
    case 'fail':
      intent.status = 'requires_payment_method';
      return sent('async_payment_failed');
    case 'refund':
      return createSimulatedRefund(session, intent, { amount: left, reason: null, metadata: {} }, now).events;
    case 'refund half': {
      const amount = Math.min(Math.floor(session.amount / 2), left);
      return createSimulatedRefund(session, intent, { amount, reason: null, metadata: {} }, now).events;
    }
    case 'finish refund':
    case 'fail refund': {
      const pending = intent.refunds.findLast(({ status }) => status === 'pending');
      const refund = pending ?? intent.refunds.findLast(({ status }) => status === 'succeeded');
      if (!refund) return [];
      refund.status = act === 'fail refund' ? 'failed' : 'succeeded';
      const object = buildRefundObject(session, intent, refund);
      const types = act === 'fail refund' ? ['refund.updated', 'refund.failed'] : ['refund.updated'];
      return types.map((type) => ({ type, object }));
    }
    case 'dispute':
      intent.disputes.push({ id: createStripeId('du'), createdS: toUnixSeconds(now), status: 'needs_response' });
      return tellDispute(session, intent, 'created', 'funds_withdrawn');
    case 'appeal':
      for (const dispute of intent.disputes) dispute.status = 'appeal_under_review';
      return tellDispute(session, intent, 'updated');
    case 'lose dispute':
    case 'win dispute':
      for (const dispute of intent.disputes) dispute.status = act === 'win dispute' ? 'won' : 'lost';
      return tellDispute(session, intent, ...(act === 'win dispute' ? ['funds_reinstated', 'closed'] : ['closed']));
  }
}

export function createSimulatedRefund(
  session: SimulatedSession,
  intent: SimulatedIntent,
  request: Pick<SimulatedRefund, 'amount' | 'reason' | 'metadata'>,
  now: Date,
): { readonly refund: SimulatedRefund; readonly events: readonly StripeEvent[] } {
  const status = intent.refundsLater ? 'pending' : 'succeeded';
  const refund: SimulatedRefund = { ...request, id: createStripeId('re'), createdS: toUnixSeconds(now), status };
  intent.refunds.push(refund);
  const charge = {
    id: intent.chargeId,
    object: 'charge',
    amount: session.amount,
    amount_refunded: sumRefunds(intent),
    refunded: sumRefunds(intent) === session.amount,
    currency: session.currency,
    payment_intent: intent.id,
    metadata: session.intentMetadata,
    livemode: session.isLive,
  };
  const object = buildRefundObject(session, intent, refund);
  return {
    refund,
    events: [
      { type: 'refund.created', object },
      { type: 'charge.refunded', object: charge },
    ],
  };
}

function tellDispute(session: SimulatedSession, intent: SimulatedIntent, ...ends: string[]): readonly StripeEvent[] {
  const [dispute] = intent.disputes;
  if (!dispute) return [];
  return ends.map((end) => ({ type: `charge.dispute.${end}`, object: buildDisputeObject(session, intent, dispute) }));
}

const makeIntent = (now: Date): SimulatedIntent => ({
  id: createStripeId('pi'),
  chargeId: createStripeId('ch'),
  createdS: toUnixSeconds(now),
  status: 'requires_payment_method',
  refundsLater: false,
  refunds: [],
  disputes: [],
});

export const sumRefunds = ({ refunds }: SimulatedIntent): number =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);

export function computeChargedAndReturned({ amount, currency, intent }: SimulatedSession): ChargedAndReturned {
  if (intent?.status !== 'succeeded') return { chargedMinor: 0, returnedMinor: 0 };
  const refunded = intent.refunds.filter(({ status }) => status === 'succeeded');
  const isLost = intent.disputes.some(({ status }) => status === 'lost');
  const returned = isLost ? amount : refunded.reduce((sum, refund) => sum + refund.amount, 0);
  const count = (units: number) => fromStripeAmount(units, currency).amountMinor;
  return { chargedMinor: count(amount), returnedMinor: count(returned) };
}

export const isHostedPage = ({ uiMode }: NewSimulatedSession): boolean => uiMode.startsWith('hosted');

export const buildSessionObject = (session: SimulatedSession): object => ({
  id: session.id,
  object: 'checkout.session',
  mode: 'payment',
  ui_mode: session.uiMode,
  status: session.status,
  payment_status: session.intent?.status === 'succeeded' ? 'paid' : 'unpaid',
  amount_total: session.amount,
  currency: session.currency,
  client_reference_id: session.clientReferenceId,
  metadata: session.metadata,
  payment_intent: session.intent?.id ?? null,
  client_secret: isHostedPage(session) || session.status !== 'open' ? null : session.clientSecret,
  success_url: session.successUrl,
  cancel_url: session.cancelUrl,
  created: session.createdS,
  expires_at: session.expiresAtS,
  livemode: session.isLive,
});

export const buildPaymentIntentObject = (session: SimulatedSession, intent: SimulatedIntent): object => ({
  id: intent.id,
  object: 'payment_intent',
  status: intent.status,
  amount: session.amount,
  amount_received: intent.status === 'succeeded' ? session.amount : 0,
  currency: session.currency,
  latest_charge: intent.status === 'succeeded' ? intent.chargeId : null,
  created: intent.createdS,
  metadata: session.intentMetadata,
  livemode: session.isLive,
});

const describePart = (object: string, { currency }: SimulatedSession, intent: SimulatedIntent) => ({
  object,
  currency,
  charge: intent.chargeId,
  payment_intent: intent.id,
});

export const buildRefundObject = (
  session: SimulatedSession,
  intent: SimulatedIntent,
  refund: SimulatedRefund,
): object => {
  const { createdS: created, ...shown } = refund;
  const failure = refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' };
  return { ...describePart('refund', session, intent), ...shown, created, ...failure };
};

export const buildDisputeObject = (
  session: SimulatedSession,
  intent: SimulatedIntent,
  dispute: SimulatedDispute,
): object => ({
  ...describePart('dispute', session, intent),
  id: dispute.id,
  status: dispute.status,
  amount: session.amount,
  reason: 'fraudulent',
  metadata: {},
  evidence_details: { due_by: dispute.createdS + 7 * 24 * 3600 },
  created: dispute.createdS,
  livemode: session.isLive,
});
