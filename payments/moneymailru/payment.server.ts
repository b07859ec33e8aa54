// Converts a transaction to payment events. Payments and refunds are both transactions; a refund has a negative amount
// or names the refunded transaction. `paid` is final.
import { Type, type Static } from 'typebox';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { nullish } from '#kit/nullable.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { AttemptReference, ProviderAttemptRecord } from '../port.server.ts';
import { filterDefinedEvents, buildClosedAttemptRecord, buildOpenAttemptRecord } from '#kit/payment-results.server.ts';
import { callMoneyMailRu, transactionIdSchema, vendorName, type MoneyMailRuHost } from './client.server.ts';

export const MoneyMailRuTransaction = Type.Object({
  transaction_id: transactionIdSchema,
  issuer_id: nullish(Type.String({ maxLength: 200 })),
  amount: Type.Union([Type.String({ maxLength: 40 }), Type.Number()]),
  currency: Type.String({ maxLength: 10 }),
  /** Missing in the documentation's example of a notification. */
  status: nullish(Type.String({ maxLength: 40 })),
  pay_method: nullish(Type.String({ maxLength: 60 })),
  /** The documentation uses different names for this field. */
  refund_for: nullish(Type.String({ maxLength: 64 })),
  payment_info: Type.Optional(Type.Unknown()),
  refunds: Type.Optional(Type.Unknown()),
});
export type MoneyMailRuTransaction = Static<typeof MoneyMailRuTransaction>;

/** Undefined if the transaction belongs to another shop of the account. */
export function readAttemptId({ issuer_id: issuer }: MoneyMailRuTransaction): string | undefined {
  const id = issuer?.toLowerCase();
  return isUuid(id) ? id : undefined;
}

export function buildPaymentEvent(
  transaction: MoneyMailRuTransaction & { readonly status: string },
  attemptId: string,
  host: MoneyMailRuHost,
  chargeId = readChargeId(transaction),
): PaymentEvent | undefined {
  const end = ends.get(transaction.status.toLowerCase());
  if (end === undefined) throw new Error(`${vendorName} returned the unknown status "${transaction.status}".`);
  if (end === 'open') return undefined;
  const id = normaliseTransactionId(transaction.transaction_id);
  const { TestPayMethods = ['cpgtest'], PayMethod } = host.settings;
  const isTest = TestPayMethods.includes(transaction.pay_method ?? PayMethod);
  const about = { dedupKey: `${id}:${transaction.status.toLowerCase()}`, attemptId, isTest };
  if (isRefund(transaction))
    return {
      kind: end === 'paid' ? 'refunded' : 'refund-failed',
      ...about,
      ...(chargeId !== undefined && { providerPaymentId: chargeId, chargeId }),
      transactionId: id,
      ...readMoney(transaction),
    };
  const named = { ...about, providerPaymentId: id };
  return end === 'paid'
    ? { kind: end, ...named, transactionId: id, ...readMoney(transaction) }
    : { kind: end, ...named };
}

const ends: ReadonlyMap<string, 'open' | 'paid' | 'failed' | 'expired'> = new Map([
  ['new', 'open'],
  ['process', 'open'],
  ['wait', 'open'],
  // The money is authorized but not captured. We never request that.
  ['held', 'open'],
  ['paid', 'paid'],
  ['rejected', 'failed'],
  ['hold_failed', 'failed'],
  ['hold_canceled', 'failed'],
  ['expired', 'expired'],
]);

export const normaliseTransactionId = (id: string): string => id.toUpperCase();

function isRefund(transaction: MoneyMailRuTransaction): boolean {
  const { refund_type: type } = readInfo(transaction);
  return String(transaction.amount).startsWith('-') || isText(type) || readChargeId(transaction) !== undefined;
}

function readChargeId(transaction: MoneyMailRuTransaction): string | undefined {
  const { refunded_transaction_id: refunded } = readInfo(transaction);
  const id = isText(refunded) ? refunded : transaction.refund_for;
  return isText(id) ? normaliseTransactionId(id) : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const readInfo = ({ payment_info: info }: MoneyMailRuTransaction): Readonly<Record<string, unknown>> =>
  typeof info === 'object' && info !== null ? { ...info } : {};

/** Without an amount an operator has to check the payment. */
function readMoney({ amount, currency }: MoneyMailRuTransaction): Pick<PaymentEvent, 'amountMinor' | 'currency'> {
  const amountMinor = currency === 'RUB' ? fromDecimal(String(amount).replace(/^-/, ''), currency) : undefined;
  return amountMinor === undefined ? {} : { amountMinor, currency };
}

export async function readPayment(attempt: AttemptReference, host: MoneyMailRuHost): Promise<ProviderAttemptRecord> {
  const { attemptId } = attempt;
  const payment = await findPayment(attempt, host);
  if (!payment) return buildOpenAttemptRecord();
  if (payment.status.toLowerCase() === 'held')
    host.log.warn(
      { attemptId },
      `${vendorName} has authorized a payment and waits for its capture, which we never request.`,
    );
  const event = buildPaymentEvent(payment, attemptId, host);
  if (!event) return buildOpenAttemptRecord();
  // Refunds come before the charge, so that nothing is delivered in between.
  const refunds = event.kind === 'paid' ? await readRefundEvents(payment, attemptId, host) : [];
  return buildClosedAttemptRecord(...refunds, event);
}

type Known = MoneyMailRuTransaction & { readonly status: string };

/** Searches by the attempt's id if the response that opened the payment was lost. */
async function findPayment(
  { attemptId, providerPaymentId }: AttemptReference,
  host: MoneyMailRuHost,
): Promise<Known | undefined> {
  const isLost = providerPaymentId === undefined;
  const body = isLost ? { issuer_id: attemptId } : { transaction_id: providerPaymentId };
  const reply = await callMoneyMailRu(host, {
    method: 'transaction/get',
    body,
    subject: 'a payment',
    answer: MoneyMailRuTransaction,
  });
  // `ERR_NOT_FOUND`: the lost request opened no payment.
  if (isLost && reply.outcome === 'refused') return undefined;
  const found = unwrapVendorReply(reply);
  if (!isLost && normaliseTransactionId(found.transaction_id) !== normaliseTransactionId(providerPaymentId))
    throw new Error(`${vendorName} returned another payment than ${providerPaymentId}.`);
  if (readAttemptId(found) !== attemptId || isRefund(found))
    throw new Error(`${found.transaction_id} at ${vendorName} is not the payment of attempt ${attemptId}.`);
  return addStatus(found, host);
}

export async function readPaymentOfAttempt(
  attempt: AttemptReference & { readonly providerPaymentId: string },
  host: MoneyMailRuHost,
) {
  const found = await findPayment(attempt, host);
  if (!found) throw new Error(`${vendorName} does not know ${attempt.providerPaymentId}.`);
  return found;
}

async function addStatus(found: MoneyMailRuTransaction, host: MoneyMailRuHost): Promise<Known> {
  const { transaction_id, status } = found;
  if (isText(status)) return { ...found, status };
  const question = { method: 'transaction/status', body: { transaction_id }, subject: 'a status' };
  const told = unwrapVendorReply(await callMoneyMailRu(host, { ...question, answer: Status }));
  return { ...found, status: told.status };
}

const Status = Type.Object({ status: Type.String({ minLength: 1, maxLength: 40 }) });

export async function readRefundEvents(
  payment: MoneyMailRuTransaction,
  attemptId: string,
  host: MoneyMailRuHost,
): Promise<readonly PaymentEvent[]> {
  const events: (PaymentEvent | undefined)[] = [];
  for (const id of findRefundIds(payment)) {
    const question = { method: 'transaction/get', body: { transaction_id: id }, subject: 'a refund' };
    const refund = unwrapVendorReply(await callMoneyMailRu(host, { ...question, answer: MoneyMailRuTransaction }));
    const chargeId = normaliseTransactionId(payment.transaction_id);
    const isOurs = normaliseTransactionId(refund.transaction_id) === id && isRefund(refund);
    if (!isOurs || (readChargeId(refund) ?? chargeId) !== chargeId)
      throw new Error(`${id} at ${vendorName} is not a refund of ${chargeId}.`);
    events.push(buildPaymentEvent(await addStatus(refund, host), attemptId, host, chargeId));
  }
  return filterDefinedEvents(events);
}

/** The documentation describes `refunds` only as "information about refunds". Assumed: it contains each refund's id. */
function findRefundIds({ refunds, transaction_id: own }: MoneyMailRuTransaction): readonly string[] {
  if (refunds === undefined || refunds === null || refunds === '') return [];
  const ids = new Set(JSON.stringify(refunds).match(uuidShape)?.map(normaliseTransactionId));
  ids.delete(normaliseTransactionId(own));
  if (ids.size > maxRefunds) throw new Error(`${vendorName} lists ${ids.size} refunds of one payment.`);
  return [...ids];
}

const uuidShape = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
// An incomplete list would be wrong.
const maxRefunds = 10;
