// What a purchase was proved with, sealed with its attempt: the platform is asked with it again.
import type { Sealer } from '#server/secrets/sealer.ts';
import type { AttemptRow } from '../order-rows.ts';

export const sealReceipt = (sealer: Sealer, receipt: string): Buffer => sealer.seal(purpose, receipt);

/** Undefined: nobody has brought one, or it went with the account. */
export const unsealReceipt = (
  sealer: Sealer,
  { sealed_receipt: sealed }: Pick<AttemptRow, 'sealed_receipt'>,
): string | undefined => (sealed === null ? undefined : sealer.unseal(purpose, sealed));

const purpose = 'purchase receipt';
