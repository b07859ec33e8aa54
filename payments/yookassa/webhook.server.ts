// Parses YooKassa's webhooks. They have no signature, so anyone could forge one. A webhook only triggers a read of the
// payment, and only if it comes from YooKassa's addresses, so that strangers cannot trigger reads. Its amounts and
// statuses are ignored.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isWithinNetworks } from '#kit/is-within-networks.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { readAttemptId } from '#kit/payment-metadata.server.ts';
import type { Webhook, ParsedWebhook } from '../port.server.ts';
import { YookassaPayment, yookassaIdSchema, type YookassaHost } from './client.server.ts';

export async function parseWebhook(
  { body, remoteAddress }: Webhook,
  { settings }: YookassaHost,
): Promise<ParsedWebhook> {
  if (!isWithinNetworks(remoteAddress, settings.NotificationNetworks ?? yookassaNetworks))
    return buildRefusal(`${remoteAddress} is not an address of YooKassa.`);
  const content = parseJson(body);
  if (!Value.Check(Notification, content)) return buildRefusal('The content is not a webhook of YooKassa.');
  const { event, object } = content;
  if (event.startsWith('payment.') && Value.Check(AboutPayment, object)) {
    const attemptId = readAttemptId(object.metadata);
    // The attempt's id finds the payment even before YooKassa's id is stored.
    return { outcome: 'check-payment', providerPaymentId: object.id, ...(attemptId !== undefined && { attemptId }) };
  }
  if (event.startsWith('refund.') && Value.Check(AboutRefund, object))
    return { outcome: 'check-payment', providerPaymentId: object.payment_id };
  return { outcome: 'ignored' };
}

const Notification = Type.Object({
  type: Type.Literal('notification'),
  event: Type.String({ maxLength: 100 }),
  object: Type.Object({}),
});
const AboutPayment = Type.Object({ id: yookassaIdSchema, metadata: YookassaPayment.properties.metadata });
const AboutRefund = Type.Object({ payment_id: yookassaIdSchema });

const yookassaNetworks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
  '2a02:5180::/32',
] as const;
