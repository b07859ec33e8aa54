// What all webhooks of Meta's apps share. When an operator registers the URL, Meta first sends a GET with the operator's
// verify token and expects its challenge in the reply. Webhooks are signed with the app's secret.
import { createHmac } from 'node:crypto';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { ParsedWebhook, Webhook } from '#model/payment-operations.server.ts';
import { buildRefusal } from './build-refusal.ts';
import { createWebhookReplyBuilder } from './create-webhook-reply-builder.server.ts';

/** Older deliveries have only the SHA-1 signature. */
export function isSignedByFacebook({ headers, body }: Webhook, secrets: readonly string[]): boolean {
  const long = headers['x-hub-signature-256'];
  const [algorithm, given] = long === undefined ? ['sha1', headers['x-hub-signature']] : ['sha256', long];
  return secrets.some((secret) =>
    isSameSignature(given ?? '', `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`),
  );
}

/** @param verifyToken undefined: the operator has set none, and nothing is confirmed */
export function replyToFacebookChallenge(
  { query = new URLSearchParams() }: Webhook,
  verifyToken: string | undefined,
): ParsedWebhook {
  const challenge = query.get('hub.challenge') ?? '';
  const isOurs =
    verifyToken !== undefined &&
    query.get('hub.mode') === 'subscribe' &&
    isSameSignature(query.get('hub.verify_token') ?? '', verifyToken);
  if (isOurs && /^[\w-]{1,200}$/.test(challenge))
    return { outcome: 'ignored', answer: createWebhookReplyBuilder({ done: { status: 200, body: challenge } }) };
  return {
    ...buildRefusal('The verify token of the subscription is wrong.'),
    answer: createWebhookReplyBuilder({ refused: 403 }),
  };
}
