// The app of the simulated Facebook, which its canvas, its instant games and its payments share as in life, and how Facebook signs.
import { createHmac } from 'node:crypto';

export const simulatedApp = { id: '1110000000000111', secret: 'simulated0app0secret' };

/** A signed request: the code is over the text as it is sent. */
export function signRequest(payload: object, secret: string = simulatedApp.secret): string {
  const text = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...payload })).toString('base64url');
  return `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`;
}
