// Encrypts the receipt that proved a purchase, stored with the attempt: later requests to the platform need it.
import type { Sealer } from '#server/secrets/sealer.ts';

export const sealReceipt = (sealer: Sealer, receipt: string): Buffer => sealer.seal(purpose, receipt);

export const unsealReceipt = (sealer: Sealer, sealed: Buffer): string => sealer.unseal(purpose, sealed);

const purpose = 'purchase receipt';
