// A webhook of Facebook is signed, and names payments of which something has changed; what it is stands in Facebook's records, which are
// read for each of them. Before all that, once, Facebook asks whether the address is ours: with the token that the operator has typed
// into the dashboard, which is answered with its challenge.
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { replyByStatus } from '#kit/reply-by-status.server.ts';
import { parseJsonWithStringIntegers } from '#kit/parse-json.server.ts';
import { refuse } from '#kit/refuse.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import type { Host } from './client.server.ts';
import { provePayment } from './payment.server.ts';

export async function parseWebhook(webhook: Webhook, host: Host): Promise<ParsedWebhook> {
  const { method, query = new URLSearchParams(), body } = webhook;
  if (method === 'GET') return answerChallenge(query, host);
  if (!isSigned(webhook, host.settings.AppSecrets)) return refuse('It is not signed with the secret of this app.');
  const content = parseJsonWithStringIntegers(body);
  if (!Value.Check(Notice, content)) return refuse('It is signed, and no webhook about payments.');
  const ids = new Set(content.entry.map(({ id }) => id));
  const proved = await Promise.all([...ids].map((id) => provePayment(id, host)));
  const events = proved.flatMap((each) => each?.events ?? []);
  return events.length > 0 ? { outcome: 'events', events } : { outcome: 'ignored' };
}

/** One at a time is what Facebook says of payments; its other webhooks come by the thousand. */
const Notice = Type.Object({
  object: Type.Literal('payments'),
  entry: Type.Array(Type.Object({ id: Type.String({ pattern: '^\\d{1,40}$' }) }), { minItems: 1, maxItems: 50 }),
});

/** Over the bytes as they came: Facebook signs what it has escaped. Older deliveries have the shorter code alone. */
function isSigned({ headers, body }: Webhook, secrets: readonly string[]): boolean {
  const long = headers['x-hub-signature-256'];
  const [algorithm, given] = long === undefined ? ['sha1', headers['x-hub-signature']] : ['sha256', long];
  return secrets.some((secret) =>
    isSameSignature(given ?? '', `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`),
  );
}

function answerChallenge(query: URLSearchParams, { settings: { VerifyToken } }: Host): ParsedWebhook {
  const challenge = query.get('hub.challenge') ?? '';
  const isOurs =
    query.get('hub.mode') === 'subscribe' && isSameSignature(query.get('hub.verify_token') ?? '', VerifyToken);
  if (isOurs && /^[\w-]{1,200}$/.test(challenge))
    return { outcome: 'ignored', answer: replyByStatus({ done: { status: 200, body: challenge } }) };
  return { ...refuse('The token of the subscription is another one.'), answer: replyByStatus({ refused: 403 }) };
}
