// What the provider has answered to an attempt, sealed with it.
import type { Sealer } from '#server/secrets/sealer.ts';
import type { AttemptRow } from '../order-rows.ts';

/** A payment that the provider has opened, as far as its buyer needs it. */
export interface OpenedAttempt {
  readonly outcome: 'opened';
  /** The manifest's block, where it has one. */
  readonly reply?: object | undefined;
  readonly redirectUrl?: string;
}

export const sealReply = (sealer: Sealer, opened: OpenedAttempt): Buffer =>
  sealer.seal(purpose, JSON.stringify(opened));

/** Undefined: the provider has not answered yet. */
export function unsealReply(sealer: Sealer, { sealed_reply: sealed }: AttemptRow): OpenedAttempt | undefined {
  // Only what was sealed here opens for this purpose.
  return sealed === null ? undefined : (JSON.parse(sealer.unseal(purpose, sealed)) as OpenedAttempt);
}

const purpose = 'payment reply';
