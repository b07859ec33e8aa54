// What an attempt keeps sealed: what the provider is asked, until it has answered, and what it has answered.
import type { PaymentToCreate } from '#payments/port.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';
import type { AttemptRow } from '../order-rows.ts';

/** A payment that the provider has opened, as far as its buyer needs it. */
export interface OpenedAttempt {
  readonly outcome: 'opened';
  /** The manifest's block, where it has one. */
  readonly reply?: object | undefined;
  readonly redirectUrl?: string;
}

export const sealRequest = (sealer: Sealer, payment: PaymentToCreate): Buffer =>
  sealer.seal(requestPurpose, JSON.stringify(payment));

/** Undefined: nobody will ask for it any more. */
export function unsealRequest(sealer: Sealer, { sealed_request: sealed }: AttemptRow): PaymentToCreate | undefined {
  if (sealed === null) return undefined;
  // Only what was sealed here opens for this purpose.
  const payment = JSON.parse(sealer.unseal(requestPurpose, sealed)) as PaymentToCreate;
  return { ...payment, createdAt: new Date(payment.createdAt), expiresAt: new Date(payment.expiresAt) };
}

export const sealReply = (sealer: Sealer, opened: OpenedAttempt): Buffer =>
  sealer.seal(replyPurpose, JSON.stringify(opened));

/** Undefined: the provider has not answered yet. */
export function unsealReply(sealer: Sealer, { sealed_reply: sealed }: AttemptRow): OpenedAttempt | undefined {
  // Only what was sealed here opens for this purpose.
  return sealed === null ? undefined : (JSON.parse(sealer.unseal(replyPurpose, sealed)) as OpenedAttempt);
}

const requestPurpose = 'payment request';
const replyPurpose = 'payment reply';
