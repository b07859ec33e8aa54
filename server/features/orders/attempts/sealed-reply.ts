// Encrypts the provider's reply, stored with the attempt.
import type { Sealer } from '#server/secrets/sealer.ts';
import type { AttemptRow } from '../order-rows.ts';

/** A payment that the provider has opened, with what the buyer's browser needs. */
export interface OpenedAttempt {
  readonly outcome: 'opened';
  /** The provider's own fields, defined by its manifest. */
  readonly reply?: object | undefined;
  readonly redirectUrl?: string;
}

export const sealAttemptReply = (sealer: Sealer, opened: OpenedAttempt): Buffer =>
  sealer.seal(purpose, JSON.stringify(opened));

/** Undefined if the provider has not replied yet. */
export function unsealAttemptReply(sealer: Sealer, { sealed_reply: sealed }: AttemptRow): OpenedAttempt | undefined {
  // This purpose decrypts only what `sealAttemptReply` encrypted, so the cast is safe.
  return sealed === null ? undefined : (JSON.parse(sealer.unseal(purpose, sealed)) as OpenedAttempt);
}

const purpose = 'payment reply';
