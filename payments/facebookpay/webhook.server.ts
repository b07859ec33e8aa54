// Facebook's webhooks only name the payments that changed; each is then read from Facebook's records. When an operator
// registers the URL, Facebook first sends a GET with the operator's verify token and expects its challenge in the
// reply.
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { parseJsonWithStringIntegers } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import type { FacebookPayHost } from './client.server.ts';
import { fetchProvenPayment } from './payment.server.ts';

export async function parseWebhook(webhook: Webhook, host: FacebookPayHost): Promise<ParsedWebhook> {
  const { method, query = new URLSearchParams(), body } = webhook;
  if (method === 'GET') return answerChallenge(query, host);
  if (!isSigned(webhook, host.settings.AppSecrets))
    return buildRefusal('It is not signed with the secret of this app.');
  const content = parseJsonWithStringIntegers(body);
  if (!Value.Check(Notice, content)) return buildRefusal('The signed content is not a webhook about payments.');
  const ids = new Set(content.entry.map(({ id }) => id));
  const proved = await Promise.all([...ids].map((id) => fetchProvenPayment(id, host)));
  const events = proved.flatMap((each) => each?.events ?? []);
  return events.length > 0 ? { outcome: 'events', events } : { outcome: 'ignored' };
}

/** Facebook documents one payment per webhook; other webhook types are batched by up to a thousand. */
const Notice = Type.Object({
  object: Type.Literal('payments'),
  entry: Type.Array(Type.Object({ id: Type.String({ pattern: '^\\d{1,40}$' }) }), { minItems: 1, maxItems: 50 }),
});

/** Older deliveries have only the SHA-1 signature. */
function isSigned({ headers, body }: Webhook, secrets: readonly string[]): boolean {
  const long = headers['x-hub-signature-256'];
  const [algorithm, given] = long === undefined ? ['sha1', headers['x-hub-signature']] : ['sha256', long];
  return secrets.some((secret) =>
    isSameSignature(given ?? '', `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`),
  );
}

function answerChallenge(query: URLSearchParams, { settings: { VerifyToken } }: FacebookPayHost): ParsedWebhook {
  const challenge = query.get('hub.challenge') ?? '';
  const isOurs =
    query.get('hub.mode') === 'subscribe' && isSameSignature(query.get('hub.verify_token') ?? '', VerifyToken);
  if (isOurs && /^[\w-]{1,200}$/.test(challenge))
    return { outcome: 'ignored', answer: createWebhookReplyBuilder({ done: { status: 200, body: challenge } }) };
  return {
    ...buildRefusal('The verify token of the subscription is wrong.'),
    answer: createWebhookReplyBuilder({ refused: 403 }),
  };
}
