import { generateKeyPairSync, sign } from 'node:crypto';
import type { WebhookAttempt } from '#kit/simulator-webhooks.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { Value } from 'typebox/value';
import { SignedEnvelope, parseEnvelopeContent, signEnvelope } from './envelope.server.ts';

export const simulatedMerchant = { merchantId: '662000', privateKey: 'simulated_private_key' } as const;

let made: ReturnType<typeof makePair> | undefined;
// Small, because the key protects nothing.
const makePair = () => generateKeyPairSync('rsa', { modulusLength: 1024 });
const pair = () => (made ??= makePair());

export const getSimulatedPublicKey = (): string =>
  pair().publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

export function signAsMoneyMailRu(content: object): SignedEnvelope {
  const data = Buffer.from(JSON.stringify(content)).toString('base64');
  const signature = sign('sha1', Buffer.from(data), pair().privateKey).toString('base64');
  return { data, signature, version: '2-03' };
}

/** @param path of a request; absent for a reply */
export function isSignedByMerchant(envelope: SignedEnvelope, path = ''): boolean {
  const content = parseJson(Buffer.from(envelope.data, 'base64'));
  if (typeof content !== 'object' || content === null) return false;
  const again = signEnvelope(content, { PrivateKey: simulatedMerchant.privateKey }, { path });
  return again.data === envelope.data && again.signature === envelope.signature;
}

/** The shop has signed that it accepts the notification or rejects it for good. */
export function isFinalWebhookReply({ text }: WebhookAttempt): boolean {
  const answer = parseJson(text);
  if (!Value.Check(SignedEnvelope, answer) || !isSignedByMerchant(answer)) return false;
  const { status, error } = parseEnvelopeContent(answer)?.header ?? {};
  return status === 'OK' || (status === 'ERROR' && error?.code !== 'ERR_SYSTEM');
}
