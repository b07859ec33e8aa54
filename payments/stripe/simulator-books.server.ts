// What the simulated Stripe knows: sessions, intents, refunds and disputes, in Stripe's own shapes, and what it tells about each
// change. Nothing here speaks HTTP.
import { randomBytes } from 'node:crypto';

/** A moment that a notice is sent about. */
export interface Told {
  readonly type: string;
  readonly object: object;
}

export interface NewSession {
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

/** How refunds of the card that paid end: as the numbers of Stripe's test cards decide it. */
export type RefundsOfCard = 'at once' | 'later' | 'fail later';

export interface SimulatedSession extends NewSession {
  readonly id: string;
  readonly isLive: boolean;
  readonly clientSecret: string;
  readonly createdS: number;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid';
  intent: SimulatedIntent | undefined;
}

export interface SimulatedIntent {
  readonly id: string;
  readonly chargeId: string;
  readonly createdS: number;
  status: 'requires_payment_method' | 'processing' | 'succeeded';
  refundsOfCard: RefundsOfCard;
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
  status: 'needs_response' | 'won' | 'lost';
}

export interface Books {
  readonly sessions: ReadonlyMap<string, SimulatedSession>;
  add(session: NewSession): SimulatedSession;
  ofAttempt(attemptId: string): SimulatedSession | undefined;
  ofIntent(intentId: string): SimulatedSession | undefined;
  ofSecret(clientSecret: string): SimulatedSession | undefined;
}

export function createBooks(now: () => Date, isLive: boolean): Books {
  const sessions = new Map<string, SimulatedSession>();
  const find = (wanted: (session: SimulatedSession) => boolean) => [...sessions.values()].findLast(wanted);
  return {
    sessions,
    add(given) {
      const id = newId(isLive ? 'cs_live' : 'cs_test');
      const session: SimulatedSession = {
        ...given,
        id,
        isLive,
        clientSecret: `${id}_secret_${randomBytes(12).toString('hex')}`,
        createdS: Math.floor(now().getTime() / 1000),
        status: 'open',
        paymentStatus: 'unpaid',
        intent: undefined,
      };
      // The oldest makes room.
      for (const oldest of sessions.keys()) if (sessions.size >= mostSessions) sessions.delete(oldest);
      sessions.set(id, session);
      return session;
    },
    ofAttempt: (attemptId) => find(({ metadata }) => metadata['attempt_id'] === attemptId),
    ofIntent: (intentId) => find(({ intent }) => intent?.id === intentId),
    ofSecret: (clientSecret) => find((session) => session.clientSecret === clientSecret),
  };
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

const mostSessions = 1000;

export const sessionObject = (session: SimulatedSession): object => ({
  id: session.id,
  object: 'checkout.session',
  mode: 'payment',
  ui_mode: session.uiMode,
  status: session.status,
  payment_status: session.paymentStatus,
  amount_total: session.amount,
  currency: session.currency,
  client_reference_id: session.clientReferenceId,
  metadata: session.metadata,
  // Of versions of our day: none before somebody has tried to pay.
  payment_intent: session.intent?.id ?? null,
  client_secret: isHosted(session) || session.status !== 'open' ? null : session.clientSecret,
  success_url: session.successUrl,
  cancel_url: session.cancelUrl,
  created: session.createdS,
  expires_at: session.expiresAtS,
  livemode: session.isLive,
});

export const isHosted = ({ uiMode }: NewSession): boolean => uiMode === 'hosted' || uiMode === 'hosted_page';

export const intentObject = (session: SimulatedSession, intent: SimulatedIntent): object => ({
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

export const refundObject = (session: SimulatedSession, intent: SimulatedIntent, refund: SimulatedRefund): object => ({
  id: refund.id,
  object: 'refund',
  status: refund.status,
  amount: refund.amount,
  currency: session.currency,
  charge: intent.chargeId,
  payment_intent: intent.id,
  reason: refund.reason,
  metadata: refund.metadata,
  created: refund.createdS,
  ...(refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
});

export const disputeObject = (
  session: SimulatedSession,
  intent: SimulatedIntent,
  dispute: SimulatedDispute,
): object => ({
  id: dispute.id,
  object: 'dispute',
  status: dispute.status,
  amount: session.amount,
  currency: session.currency,
  charge: intent.chargeId,
  payment_intent: intent.id,
  reason: 'fraudulent',
  metadata: {},
  created: dispute.createdS,
  livemode: session.isLive,
});

export const chargeObject = (session: SimulatedSession, intent: SimulatedIntent): object => ({
  id: intent.chargeId,
  object: 'charge',
  amount: session.amount,
  amount_refunded: returnedOf(intent),
  refunded: returnedOf(intent) === session.amount,
  currency: session.currency,
  payment_intent: intent.id,
  metadata: session.intentMetadata,
  livemode: session.isLive,
});

/** What went back, or is on its way. */
export const returnedOf = ({ refunds }: SimulatedIntent): number =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0);
