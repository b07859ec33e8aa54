// `request_id` passes through the buyer's browser and Facebook and returns with the payment. It contains the attempt,
// the price, and a code that signs both together with the product's URL. Facebook allows only letters and digits.
import { createHmac } from 'node:crypto';
import type { AttemptReference } from '../port.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';

export type PaymentInRequestId = Pick<AttemptReference, 'attemptId' | 'amountMinor' | 'currency'>;

interface ReadRequestId extends PaymentInRequestId {
  readonly isOf: (product: string, secrets: readonly string[]) => boolean;
}

export function buildRequestId(payment: PaymentInRequestId, product: string, [secret = '']: readonly string[]): string {
  const { attemptId, amountMinor, currency } = payment;
  const text = `${attemptId.replaceAll('-', '')}${currency}${amountMinor}`;
  return `${text}x${writeCode(text, product, secret)}`;
}

/** Undefined if the format is not ours. Only `isOf` verifies the code. */
export function parseRequestId(requestId: string): ReadRequestId | undefined {
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
