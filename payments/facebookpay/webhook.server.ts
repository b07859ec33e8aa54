// Facebook's webhooks only name the payments that changed; each is then read from Facebook's records.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isSignedByFacebook, replyToFacebookChallenge } from '#kit/facebook-webhook.server.ts';
import { parseJsonWithStringIntegers } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import type { FacebookPayHost } from './client.server.ts';
import { fetchProvenPayment } from './payment.server.ts';

export async function parseWebhook(webhook: Webhook, host: FacebookPayHost): Promise<ParsedWebhook> {
  const { method, body } = webhook;
  if (method === 'GET') return replyToFacebookChallenge(webhook, host.settings.VerifyToken);
  if (!isSignedByFacebook(webhook, host.settings.AppSecrets))
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
