import type { Sealer } from '#server/secrets/sealer.ts';
import type { AttemptRow } from '../order-rows.ts';

export interface OpenedAttempt {
  readonly outcome: 'opened';
  readonly reply?: object | undefined;
  readonly redirectUrl?: string;
}

export const sealAttemptReply = (sealer: Sealer, opened: OpenedAttempt): Buffer =>
  sealer.seal(purpose, JSON.stringify(opened));

export function unsealAttemptReply(sealer: Sealer, { sealed_reply: sealed }: AttemptRow): OpenedAttempt | undefined {
  // This purpose decrypts only what `sealAttemptReply` encrypted, so the cast is safe.
  return sealed === null ? undefined : (JSON.parse(sealer.unseal(purpose, sealed)) as OpenedAttempt);
}

const purpose = 'payment reply';
