// What Telegram's objects prove, as facts. The invoice carries the attempt's id; the charge has an id of its own, which a refund of
// it shares. One invoice may be paid twice, by two charges.
import { Value } from 'typebox/value';
import type { PaymentFact } from '#model/payment-fact.ts';
import { uuid } from '#model/schema.ts';
import type { StarPayment, StarTransaction } from './objects.server.ts';

export const storeUnit = 'XTR';

/** Undefined: the invoice is none of ours. */
export function paymentFact(
  kind: 'paid' | 'refunded',
  { currency, total_amount: amountMinor, invoice_payload: attemptId, telegram_payment_charge_id: charge }: StarPayment,
  isTest: boolean,
): PaymentFact | undefined {
  if (!isOurs(attemptId)) return undefined;
  return {
    kind,
    dedupKey: `${kind} ${charge}`,
    attemptId,
    transactionId: charge,
    ...(kind === 'refunded' && { chargeId: charge }),
    amountMinor,
    currency,
    isTest,
  };
}

/** Undefined: it is about something else than an invoice of ours. */
export function transactionFact(transaction: StarTransaction, isTest: boolean): PaymentFact | undefined {
  const { id, amount, source, receiver } = transaction;
  const payload = (source ?? receiver)?.invoice_payload;
  if (payload === undefined) return undefined;
  const payment = { currency: storeUnit, total_amount: amount, invoice_payload: payload };
  return paymentFact(source ? 'paid' : 'refunded', { ...payment, telegram_payment_charge_id: id }, isTest);
}

export const isOurs = (payload: string): boolean => Value.Check(uuid, payload);
