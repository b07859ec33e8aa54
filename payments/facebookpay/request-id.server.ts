// What `request_id` says, which Facebook takes from the buyer's browser and gives back with the payment: the attempt, what it costs,
// and a code of ours over both and the address of the product. So Facebook's own records tell whether what was sold is what was ordered,
// although nothing is opened there before the buyer pays. Letters and digits alone, as Facebook wants it.
import { createHmac } from 'node:crypto';
import type { AttemptReference } from '../port.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';

export type OrderedPayment = Pick<AttemptReference, 'attemptId' | 'amountMinor' | 'currency'>;

interface ReadRequestId extends OrderedPayment {
  /** Whether that very product was asked to be paid for. */
  readonly isOf: (product: string, secrets: readonly string[]) => boolean;
}

export function writeRequestId(payment: OrderedPayment, product: string, [secret = '']: readonly string[]): string {
  const { attemptId, amountMinor, currency } = payment;
  const text = `${attemptId.replaceAll('-', '')}${currency}${amountMinor}`;
  return `${text}x${writeCode(text, product, secret)}`;
}

/** Undefined: it is none of ours. */
export function readRequestId(requestId: string): ReadRequestId | undefined {
  const [, text = '', id = '', currency = '', amount = '', code = ''] = shape.exec(requestId) ?? [];
  if (text === '') return undefined;
  return {
    attemptId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    amountMinor: Number(amount),
    currency,
    isOf: (product, secrets) => secrets.some((secret) => isSameSignature(code, writeCode(text, product, secret))),
  };
}

const shape = /^(([0-9a-f]{32})([A-Z]{3})(\d{1,15}))x([0-9a-f]{32})$/;

const writeCode = (text: string, product: string, secret: string): string =>
  createHmac('sha256', secret).update(`product ${text} ${product}`).digest('hex').slice(0, 32);
