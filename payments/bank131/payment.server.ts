// Converts a session at the bank to payment events. The charge is the payment inside the session. A session in `error`
// proves nothing: the bank says that it may still succeed or fail.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import { CardInfo } from '#model/order.ts';
import { readAttemptId, readRefundMetadata } from '#kit/payment-metadata.server.ts';
import type { AttemptReference, ProviderAttemptRecord } from '../port.server.ts';
import { filterDefinedEvents, type CommonPaymentEventFields } from '#kit/payment-results.server.ts';
import {
  callBank131,
  isDemoMode,
  SessionResponse,
  type Bank131Host,
  type Bank131Payment,
  type Bank131Refund,
  type Bank131Session,
} from './client.server.ts';

type About = Omit<CommonPaymentEventFields, 'dedupKey'> & { readonly providerPaymentId: string };

export const getSessionPayments = ({
  payment_list: list,
  acquiring_payments: older,
}: Bank131Session): readonly Bank131Payment[] => list ?? older ?? [];

/** The bank returns our metadata as JSON text or as an object. */
export const parseMetadata = (metadata: unknown): unknown =>
  typeof metadata === 'string' ? parseJson(metadata) : metadata;

/** Undefined if the session has no metadata; the session's id then identifies the attempt. */
export function readSessionAttemptId(session: Bank131Session): { readonly attemptId: string | undefined } | undefined {
  const told = getSessionPayments(session)
    .map(({ metadata }) => metadata)
    .find((metadata) => metadata !== undefined && metadata !== null && metadata !== '');
  return told === undefined ? undefined : { attemptId: readAttemptId(parseMetadata(told)) };
}

export function buildPaymentEvents(
  session: Bank131Session,
  attemptId: string | undefined,
  host: Bank131Host,
): readonly PaymentEvent[] {
  const about = {
    providerPaymentId: session.id,
    isTest: isDemoMode(host),
    ...(attemptId !== undefined && { attemptId }),
  };
  const payments = getSessionPayments(session);
  const charged = payments.filter(({ status }) => status === 'succeeded');
  if (charged.length === 0) return filterDefinedEvents([buildUnpaidEvent(session, payments, about)]);
  return charged.flatMap((payment) => [
    buildPaidEvent(payment, about),
    ...filterDefinedEvents((payment.refunds ?? []).map((refund) => buildRefundEvent(refund, payment, about))),
  ]);
}

export const readMoney = ({ amount_details: { amount, currency } }: Bank131Payment | Bank131Refund) => ({
  amountMinor: amount,
  currency: currency.toUpperCase(),
});

const buildPaidEvent = (payment: Bank131Payment, about: About): PaymentEvent => ({
  kind: 'paid',
  dedupKey: `paid:${payment.id}`,
  ...about,
  transactionId: payment.id,
  ...readMoney(payment),
});

function buildUnpaidEvent(
  session: Bank131Session,
  payments: readonly Bank131Payment[],
  about: About,
): PaymentEvent | undefined {
  if (!isSessionClosed(session)) return undefined;
  const kind = payments.length === 0 ? 'expired' : 'failed';
  return { kind, dedupKey: `${kind}:${session.id}`, ...about };
}

export function isSessionClosed(session: Bank131Session): boolean {
  const payments = getSessionPayments(session);
  if (payments.some(({ status }) => status === 'succeeded')) return true;
  if (session.status === 'error') return false;
  if (session.status === 'accepted' || session.status === 'cancelled') return true;
  return payments.length > 0 && payments.every(({ status }) => status === 'failed');
}

/** Undefined if no money has moved yet. A refund in `error` may still succeed or fail. */
export function buildRefundEvent(
  refund: Bank131Refund,
  payment: Bank131Payment,
  about: About,
): PaymentEvent | undefined {
  const isChargeback = refund.is_chargeback === true;
  if (refund.status === 'in_progress' || refund.status === 'error') return undefined;
  if (isChargeback && refund.status === 'declined') return undefined;
  return {
    kind: isChargeback ? 'dispute-lost' : refund.status === 'accepted' ? 'refunded' : 'refund-failed',
    dedupKey: `refund:${refund.id}:${refund.status}`,
    ...about,
    transactionId: refund.id,
    chargeId: payment.id,
    ...readMoney(refund),
    ...(!isChargeback && readRefundIds(refund)),
  };
}

export function readRefundIds({ metadata }: Bank131Refund): ReturnType<typeof readRefundMetadata> {
  const told = parseMetadata(metadata);
  return Value.Check(Texts, told) ? readRefundMetadata(told) : {};
}

const Texts = Type.Record(Type.String(), Type.String());

export async function readPayment(attempt: AttemptReference, host: Bank131Host): Promise<ProviderAttemptRecord> {
  const session = await readSession(attempt, host);
  warnOfSessionProblem(session, attempt.attemptId, host);
  return { events: buildPaymentEvents(session, attempt.attemptId, host), isOver: isSessionClosed(session) };
}

export async function readSession(
  { attemptId, providerPaymentId }: AttemptReference,
  host: Bank131Host,
): Promise<Bank131Session> {
  if (providerPaymentId === undefined) throw new Error(`Bank 131's session of attempt ${attemptId} is unknown.`);
  const json = { session_id: providerPaymentId };
  const reply = await callBank131(host, {
    method: 'session/status',
    subject: 'a session',
    json,
    answer: SessionResponse,
  });
  const { session } = unwrapVendorReply(reply);
  if (session.id !== providerPaymentId) throw new Error(`Bank 131 returned another session than ${providerPaymentId}.`);
  const told = readSessionAttemptId(session);
  if (told && told.attemptId !== attemptId)
    throw new Error(`${providerPaymentId} at Bank 131 belongs to another attempt than ${attemptId}.`);
  return session;
}

export function warnOfSessionProblem(session: Bank131Session, attemptId: string | undefined, host: Bank131Host): void {
  if (session.status === 'error')
    host.log.warn(
      { attemptId, code: session.error?.code },
      'A session at Bank 131 is in error, which is not final. Ask the bank; the session is read until its result is known.',
    );
  if (session.next_action === 'capture')
    host.log.warn(
      { attemptId },
      'Bank 131 has authorized a payment and waits for its capture, which we never request. Have two-stage payments turned off.',
    );
}

export function readCardInfo(session: Bank131Session): Static<typeof CardInfo> | undefined {
  const payments = getSessionPayments(session);
  const paid = payments.find(({ status }) => status === 'succeeded') ?? payments.at(-1);
  const { brand, last4 } = paid?.payment_details?.card ?? {};
  const card = { Brand: brand, Last4: last4 };
  return Value.Check(CardInfo, card) ? { Brand: card.Brand, Last4: card.Last4 } : undefined;
}
