// The simulated Facebook app, which canvas, Instant Games and payments share, and Facebook's request signature.
import { createHmac } from 'node:crypto';

export const simulatedFacebookApp = { id: '1110000000000111', secret: 'simulated0app0secret' };

export function signFacebookRequest(payload: object, secret: string = simulatedFacebookApp.secret): string {
  const text = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...payload })).toString('base64url');
  return `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`;
}
