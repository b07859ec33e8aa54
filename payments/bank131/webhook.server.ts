// Parses the bank's webhooks. They have no id and no time; the deduplication keys of the payment events make repeated
// webhooks harmless.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { requireShape, parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import { Bank131Session, type Bank131Host } from './client.server.ts';
import {
  buildPaymentEvents,
  getSessionPayments,
  readMoney,
  readSessionAttemptId,
  warnOfSessionProblem,
} from './payment.server.ts';
import { isSignedWithKey, parsePublicKey } from './signature.server.ts';

export async function parseWebhook({ body, headers }: Webhook, host: Bank131Host): Promise<ParsedWebhook> {
  const signature = headers['x-partner-sign'] ?? '';
  const keys = host.settings.BankPublicKeys.map(parsePublicKey);
  if (keys.includes(undefined))
    host.log.warn({}, 'A public key of Bank 131 in the settings is invalid and was skipped.');
  if (!keys.some((key) => key && isSignedWithKey(body, signature, key)))
    return buildRefusal('The webhook is not signed by Bank 131, or with a key that is not in the settings.');
  const content = parseJson(body);
  if (!Value.Check(Envelope, content) || !known.has(content.type)) return { outcome: 'ignored' };
  const session = requireShape(Bank131Session, content.session, 'Bank 131', 'a session');
  const told = readSessionAttemptId(session);
  // The session belongs to another shop in the same project.
  if (told && told.attemptId === undefined) return { outcome: 'ignored' };
  return tell(content.type, session, told?.attemptId, host);
}

const Envelope = Type.Object({ type: Type.String({ maxLength: 100 }), session: Type.Object({}) });
const known: ReadonlySet<string> = new Set([
  'ready_to_confirm',
  'ready_to_capture',
  'action_required',
  'payment_finished',
  'payment_refunded',
]);

function tell(type: string, session: Bank131Session, attemptId: string | undefined, host: Bank131Host): ParsedWebhook {
  warnOfSessionProblem(session, attemptId, host);
  // The payment page requests the link for the buyer itself.
  if (type === 'action_required' || type === 'ready_to_capture') return { outcome: 'ignored' };
  const named = { providerPaymentId: session.id, ...(attemptId !== undefined && { attemptId }) };
  const asking = getSessionPayments(session).find(({ status }) => status === 'pending');
  if (type === 'ready_to_confirm' && asking)
    return { outcome: 'confirmation-request', ...named, ...readMoney(asking), key: asking.id };
  const events = buildPaymentEvents(session, attemptId, host);
  return events.length > 0 ? { outcome: 'events', events } : { outcome: 'check-payment', ...named };
}
