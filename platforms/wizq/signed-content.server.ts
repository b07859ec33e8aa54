// Texts signed with the test key: a game's launch, and the token that getUserId returns. Both are invented: what WizQ
// signs, and how, is unknown.
import { createHmac } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { verifySignedRequest } from '#kit/signed-request.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { wizq } from './platform.ts';

export type WizqSettings = Static<typeof wizq.settings>;
export type WizqHost = PaymentHost<WizqSettings>;

export const missingTestKeyReason = 'How WizQ signs is not known: without the setting TestKey no login is accepted.';

export function signContent(content: object, key: string): string {
  const text = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...content })).toString('base64url');
  return `${createHmac('sha256', key).update(text).digest('base64url')}.${text}`;
}

export function verifySignedContent<S extends TSchema>(
  text: string,
  shape: S,
  { TestKey: key }: WizqSettings,
): { readonly outcome: 'read'; readonly content: Static<S> } | Refusal {
  if (key === undefined) return buildRefusal(missingTestKeyReason);
  const reading = verifySignedRequest(text, key);
  if (reading.outcome === 'refused') return reading;
  const { payload } = reading;
  return Value.Check(shape, payload)
    ? { outcome: 'read', content: payload }
    : buildRefusal('It is signed for something else.');
}
