import { randomBytes } from 'node:crypto';
import type { ChargedAndReturned, SimulatorAction } from '../simulator-port.server.ts';

export interface Bank131Event {
  readonly type: string;
  readonly session: object;
  readonly isForged?: true;
}

export interface NewSimulatedSession {
  readonly amountMinor: number;
  readonly currency: string;
  readonly metadata: string;
  readonly reference: string;
}

type Bank131Method = 'card' | 'faster_payment_system';

export interface SimulatedSession extends NewSimulatedSession {
  readonly id: string;
  readonly createdAt: Date;
  status: 'created' | 'in_progress' | 'accepted' | 'cancelled' | 'error';
  nextAction: 'confirm' | 'capture' | undefined;
  confirmUntil: Date | undefined;
  errorCode: string | undefined;
  readonly payments: SimulatedPayment[];
  readonly tokens: string[];
}

export interface SimulatedPayment {
  readonly id: string;
  readonly method: Bank131Method;
  readonly createdAt: Date;
  status: 'pending' | 'in_progress' | 'succeeded' | 'failed';
  resultWhenConfirmed: 'pay' | 'decline' | 'link';
  link: { readonly url: string; readonly from: Date } | undefined;
  last4: string;
  errorCode: string | undefined;
  refundsLater: boolean;
  readonly refunds: SimulatedRefund[];
}

export interface SimulatedRefund {
  readonly id: string;
  readonly amountMinor: number;
  readonly isChargeback: boolean;
  readonly metadata: string | undefined;
  readonly createdAt: Date;
  status: 'accepted' | 'in_progress' | 'declined';
}

const makeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export const createSimulatedSession = (request: NewSimulatedSession, createdAt: Date): SimulatedSession => ({
  ...request,
  id: makeId('ps'),
  createdAt,
  status: 'created',
  nextAction: undefined,
  confirmUntil: undefined,
  errorCode: undefined,
  payments: [],
  tokens: [],
});

export function issueFormToken(session: SimulatedSession): string {
  const token = randomBytes(24).toString('hex');
  session.tokens.push(token);
  return token;
}

export type Bank131Action =
  | SimulatorAction['name']
  | 'ask to confirm'
  | 'hold'
  | 'fall into error'
  | 'finish refund'
  | 'decline refund'
  | 'send a forged payment';

export function listBank131Actions(session: SimulatedSession): readonly Bank131Action[] {
  const paid = findPaidPayment(session);
  const acts: Bank131Action[] = [];
  if (!paid && session.status !== 'cancelled') {
    acts.push('pay', 'decline', 'expire', 'send a forged payment');
    if (!session.payments.some(({ status }) => status !== 'failed')) acts.push('pay later', 'ask to confirm', 'hold');
    if (session.status !== 'error') acts.push('fall into error');
  }
  if (paid && getRefundableMinor(session, paid) > 0) acts.push('refund', 'refund half', 'lose dispute');
  if (paid?.refunds.some(({ status }) => status === 'in_progress')) acts.push('finish refund', 'decline refund');
  return acts;
}

export function performBank131Action(
  act: Bank131Action,
  session: SimulatedSession,
  now: Date,
): readonly Bank131Event[] {
  const paid = findPaidPayment(session);
  switch (act) {
    case 'pay':
      return finishPayment(session, findOrCreatePayment(session, 'card', now), 'succeeded', now);
    case 'decline':
      return finishPayment(session, findOrCreatePayment(session, 'card', now), 'failed', now, 'insufficient_funds');
    case 'expire':
      return cancelSession(session, 'session_cancelled', now);
    case 'pay later':
      // Skips the confirmation, so the buyer may pay at any time.
      return attachSbpLink(
        session,
        findOrCreatePayment(session, 'faster_payment_system', now),
        'https://qr.nspk.ru/SIMULATED',
        now,
      );
    case 'ask to confirm':
      return requestConfirmation(session, findOrCreatePayment(session, 'card', now), now);
    case 'hold':
      findOrCreatePayment(session, 'card', now).status = 'in_progress';
      session.status = 'in_progress';
      session.nextAction = 'capture';
      return [tell('ready_to_capture', session, now)];
    case 'fall into error':
      session.status = 'error';
      session.errorCode = 'provider_internal_error';
      return [];
    case 'refund':
    case 'refund half': {
      if (!paid) return [];
      const left = getRefundableMinor(session, paid);
      const amountMinor = act === 'refund' ? left : Math.min(left, Math.ceil(session.amountMinor / 2));
      return createSimulatedRefund(session, paid, { amountMinor, metadata: undefined }, now);
    }
    case 'lose dispute':
      if (!paid) return [];
      return createSimulatedRefund(
        session,
        paid,
        { amountMinor: getRefundableMinor(session, paid), metadata: undefined, isChargeback: true },
        now,
      );
    case 'finish refund':
    case 'decline refund': {
      const refund = paid?.refunds.find(({ status }) => status === 'in_progress');
      if (!refund) return [];
      refund.status = act === 'finish refund' ? 'accepted' : 'declined';
      return [tell('payment_refunded', session, now)];
    }
    case 'send a forged payment': {
      const copy = { ...session, payments: session.payments.map((each) => ({ ...each })) };
      const [event] = finishPayment(copy, findOrCreatePayment(copy, 'card', now), 'succeeded', now);
      return event ? [{ ...event, isForged: true }] : [];
    }
    // The bank reports a chargeback only once the money has been taken.
    case 'dispute':
    case 'win dispute':
      return [];
  }
}

export function findOrCreatePayment(session: SimulatedSession, method: Bank131Method, now: Date): SimulatedPayment {
  const open = session.payments.find(({ status }) => status === 'pending' || status === 'in_progress');
  if (open) return open;
  const payment: SimulatedPayment = {
    id: makeId('pm'),
    method,
    createdAt: now,
    status: 'pending',
    resultWhenConfirmed: method === 'card' ? 'pay' : 'link',
    link: undefined,
    last4: '4242',
    errorCode: undefined,
    refundsLater: false,
    refunds: [],
  };
  session.payments.push(payment);
  session.status = 'in_progress';
  return payment;
}

/** The bank does not document its timeout. */
export const confirmTimeoutMs = 60_000;

export function requestConfirmation(
  session: SimulatedSession,
  payment: SimulatedPayment,
  now: Date,
): readonly Bank131Event[] {
  payment.status = 'pending';
  session.status = 'in_progress';
  session.nextAction = 'confirm';
  session.confirmUntil = new Date(now.getTime() + confirmTimeoutMs);
  return [tell('ready_to_confirm', session, now)];
}

export function cancelIfUnconfirmed(session: SimulatedSession, now: Date): readonly Bank131Event[] {
  const isLate = session.nextAction === 'confirm' && session.confirmUntil && session.confirmUntil <= now;
  return isLate ? cancelSession(session, 'confirm_timeout', now) : [];
}

export function cancelSession(session: SimulatedSession, code: string, now: Date): readonly Bank131Event[] {
  for (const payment of session.payments) {
    if (payment.status === 'succeeded' || payment.status === 'failed') continue;
    payment.status = 'failed';
    payment.errorCode = code;
  }
  session.status = 'cancelled';
  session.nextAction = undefined;
  session.errorCode = code;
  return [tell('payment_finished', session, now)];
}

export function attachSbpLink(
  session: SimulatedSession,
  payment: SimulatedPayment,
  url: string,
  now: Date,
  from = now,
): readonly Bank131Event[] {
  payment.status = 'in_progress';
  payment.link = { url, from };
  session.status = 'in_progress';
  session.nextAction = undefined;
  return [tell('action_required', session, from)];
}

export function finishPayment(
  session: SimulatedSession,
  payment: SimulatedPayment,
  status: 'succeeded' | 'failed',
  now: Date,
  code?: string,
): readonly Bank131Event[] {
  payment.status = status;
  payment.errorCode = code;
  session.status = status === 'succeeded' ? 'accepted' : 'cancelled';
  session.nextAction = undefined;
  session.errorCode = code;
  return [tell('payment_finished', session, now)];
}

export function createSimulatedRefund(
  session: SimulatedSession,
  payment: SimulatedPayment,
  request: Pick<SimulatedRefund, 'amountMinor' | 'metadata'> & { readonly isChargeback?: boolean },
  now: Date,
): readonly Bank131Event[] {
  const { isChargeback = false } = request;
  const status = payment.refundsLater && !isChargeback ? 'in_progress' : 'accepted';
  payment.refunds.push({ ...request, isChargeback, id: makeId('rf'), createdAt: now, status });
  return status === 'accepted' ? [tell('payment_refunded', session, now)] : [];
}

export const findPaidPayment = ({ payments }: SimulatedSession): SimulatedPayment | undefined =>
  payments.find(({ status }) => status === 'succeeded');

export const getRefundableMinor = ({ amountMinor }: SimulatedSession, { refunds }: SimulatedPayment): number =>
  refunds.reduce((left, refund) => left - (refund.status === 'declined' ? 0 : refund.amountMinor), amountMinor);

export function computeChargedAndReturned(session: SimulatedSession): ChargedAndReturned {
  const paid = session.payments.filter(({ status }) => status === 'succeeded');
  const returned = paid.flatMap(({ refunds }) => refunds.filter(({ status }) => status === 'accepted'));
  return {
    chargedMinor: paid.length * session.amountMinor,
    returnedMinor: returned.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  };
}

const tell = (type: string, session: SimulatedSession, now: Date): Bank131Event => ({
  type,
  session: buildSessionObject(session, now),
});

export function buildSessionObject(session: SimulatedSession, now: Date): object {
  return {
    id: session.id,
    status: session.status,
    created_at: session.createdAt.toISOString(),
    updated_at: now.toISOString(),
    ...(session.nextAction && { next_action: session.nextAction }),
    acquiring_payments: session.payments.map((payment) => showPayment(session, payment, now)),
    ...(session.errorCode !== undefined && showError(session.errorCode)),
  };
}

const showError = (code: string) => ({ error: { code, description: `Simulated: ${code}` } });

function showPayment(session: SimulatedSession, payment: SimulatedPayment, now: Date): object {
  const { method, link, last4, refunds, errorCode } = payment;
  const money = (amount: number) => ({ amount, currency: session.currency });
  return {
    id: payment.id,
    status: payment.status,
    created_at: payment.createdAt.toISOString(),
    customer: { reference: session.reference, contacts: [] },
    payment_details:
      method === 'card'
        ? { type: 'card', card: { brand: 'visa', last4, bin: '424242' } }
        : { type: 'faster_payment_system', faster_payment_system: {} },
    amount_details: money(session.amountMinor),
    metadata: session.metadata,
    ...(link &&
      link.from <= now && {
        customer_interaction: { type: 'inform', inform: { qr: { content: link.url, img: 'data:,' } } },
      }),
    ...(errorCode !== undefined && showError(errorCode)),
    ...(refunds.length > 0 && {
      refunds: refunds.map((refund) => ({
        id: refund.id,
        status: refund.status,
        created_at: refund.createdAt.toISOString(),
        amount_details: money(refund.amountMinor),
        is_chargeback: refund.isChargeback,
        ...(refund.metadata !== undefined && { metadata: refund.metadata }),
      })),
    }),
  };
}
