// The token for the result page of a purchase that started without a browser session: it shows the order's status and
// nothing else. It is derived from the order's id with a key of this portal, so nothing is stored.
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Sealer } from '#server/secrets/sealer.ts';

const prefix = 'fxo_';

export function createOrderPageToken(sealer: Sealer, orderId: string): string {
  const id = Buffer.from(orderId.replaceAll('-', ''), 'hex');
  return prefix + id.toString('base64url') + sealer.sign('order page', id).toString('base64url');
}

export function verifyOrderPageToken(sealer: Sealer, token: string): string | undefined {
  if (!/^fxo_[A-Za-z0-9_-]{65}$/.test(token)) return undefined;
  const id = Buffer.from(token.slice(prefix.length, prefix.length + 22), 'base64url');
  const signature = token.slice(prefix.length + 22);
  const signatures = sealer.signatures('order page', id).map((each) => each.toString('base64url'));
  if (!signatures.some((each) => isSameSignature(signature, each))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
