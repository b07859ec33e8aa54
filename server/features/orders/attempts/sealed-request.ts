// Encrypts the request to the provider, stored with the attempt until the provider replies.
import type { CreatePaymentRequest } from '#payments/port.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { AttemptRow } from '../order-rows.ts';

export const sealPaymentRequest = (sealer: Sealer, payment: CreatePaymentRequest): Buffer =>
  sealer.seal(purpose, JSON.stringify(payment));

export function unsealPaymentRequest(
  sealer: Sealer,
  { sealed_request: sealed }: AttemptRow,
): CreatePaymentRequest | undefined {
  if (sealed === null) return undefined;
  // This purpose decrypts only what `sealPaymentRequest` encrypted, so the cast is safe.
  const payment = JSON.parse(sealer.unseal(purpose, sealed)) as CreatePaymentRequest;
  return { ...payment, createdAt: new Date(payment.createdAt), expiresAt: new Date(payment.expiresAt) };
}

const purpose = 'payment request';
