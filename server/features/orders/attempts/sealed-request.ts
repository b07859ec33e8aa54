// What the provider is asked for an attempt, sealed with it until it has answered.
import type { PaymentToCreate } from '#payments/port.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { AttemptRow } from '../order-rows.ts';

export const sealRequest = (sealer: Sealer, payment: PaymentToCreate): Buffer =>
  sealer.seal(purpose, JSON.stringify(payment));

/** Undefined: nobody will ask for it any more. */
export function unsealRequest(sealer: Sealer, { sealed_request: sealed }: AttemptRow): PaymentToCreate | undefined {
  if (sealed === null) return undefined;
  // Only what was sealed here opens for this purpose.
  const payment = JSON.parse(sealer.unseal(purpose, sealed)) as PaymentToCreate;
  return { ...payment, createdAt: new Date(payment.createdAt), expiresAt: new Date(payment.expiresAt) };
}

const purpose = 'payment request';
