// A notice of YooKassa has no signature: anybody can write one. It is taken as a hint that a payment is worth a look, from
// YooKassa's addresses only, so that strangers cannot make us look; what it says about money is not even read.
import { BlockList, isIP } from 'node:net';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { WebhookReading, Webhook } from '../port.server.ts';
import type { Host } from './ask-yookassa.server.ts';
import { attemptIn } from './facts.server.ts';
import { yookassaId } from './objects.server.ts';

export async function hearYookassa({ body, remoteAddress }: Webhook, { settings }: Host): Promise<WebhookReading> {
  if (!isWithin(remoteAddress, settings.NotificationNetworks ?? yookassaNetworks))
    return { outcome: 'refused', reason: `${remoteAddress} is no address of YooKassa.` };
  const notice = parse(body);
  if (!Value.Check(Notification, notice)) return { outcome: 'refused', reason: 'It is no notice of YooKassa.' };
  if (notice.event.startsWith('payment.') && Value.Check(AboutPayment, notice.object)) {
    const { id, metadata } = notice.object;
    const attemptId = attemptIn(metadata);
    // With our own id it is found even while nobody has written YooKassa's id down.
    return { outcome: 'read payment', providerPaymentId: id, ...(attemptId !== undefined && { attemptId }) };
  }
  if (notice.event.startsWith('refund.') && Value.Check(AboutRefund, notice.object))
    return { outcome: 'read payment', providerPaymentId: notice.object.payment_id };
  return { outcome: 'ignored' };
}

const Notification = Type.Object({
  type: Type.Literal('notification'),
  event: Type.String({ maxLength: 100 }),
  object: Type.Object({}),
});
const AboutPayment = Type.Object({
  id: yookassaId,
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});
const AboutRefund = Type.Object({ payment_id: yookassaId });

export const yookassaNetworks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11/32',
  '77.75.156.35/32',
  '2a02:5180::/32',
] as const;

function isWithin(address: string, networks: readonly string[]): boolean {
  // An IPv4 address as a socket for both kinds writes it.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const list = new BlockList();
  for (const network of networks) {
    const [start = '', bits = ''] = network.split('/');
    const family = isIP(start);
    const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    // What is no network lets nobody in.
    if (family !== 0 && prefix <= (family === 4 ? 32 : 128)) list.addSubnet(start, prefix, familyName(family));
  }
  const family = isIP(plain);
  return family !== 0 && list.check(plain, familyName(family));
}

const familyName = (family: number): 'ipv4' | 'ipv6' => (family === 4 ? 'ipv4' : 'ipv6');

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // No JSON is no notice, and is refused as such.
    return undefined;
  }
}
