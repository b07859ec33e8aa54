// What a purchase was proved with, sealed with its attempt: the platform is asked with it again.
import type { Sealer } from '#server/secrets/sealer.ts';

export const sealReceipt = (sealer: Sealer, receipt: string): Buffer => sealer.seal(purpose, receipt);

export const unsealReceipt = (sealer: Sealer, sealed: Buffer): string => sealer.unseal(purpose, sealed);

const purpose = 'purchase receipt';
