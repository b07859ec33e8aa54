// An order as the buyer's browser passes it to WizQ, signed so that it can't be forged, and the messages of WizQ's
// server to ours. All of it is invented, and nothing is accepted without a test key.
import { createHmac } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal, toDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { CurrencyCode } from '#model/money.ts';
import type { OrderQueryReply, Webhook, WebhookReply, ParsedWebhook } from '#model/payment-operations.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { text } from '#model/schema.ts';
import { missingTestKeyReason, type WizqHost } from './signed-content.server.ts';

export type SignedOrder = Pick<OrderQueryReply, 'orderId' | 'sku' | 'amountMinor' | 'currency'>;

export function signOrder({ orderId, sku, amountMinor, currency }: SignedOrder, key: string): string {
  const content = [orderId, sku, toDecimal(amountMinor, currency), currency].join('|');
  return `${orderId}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}

export const signatureHeader = 'x-wizq-signature';

export const signBody = (body: string | Buffer, key: string): string =>
  createHmac('sha256', key).update(body).digest('hex');

const SecuredOrderId = text(400, { pattern: '^[\\w-]+\\.[\\w-]+$' });
const OrderQuery = Type.Object({ Command: Type.Literal('getOrder'), SecuredOrderId, UserId: text(64) });
const Notice = Type.Object({
  Command: Type.Union([Type.Literal('orderPaid'), Type.Literal('orderRefunded')]),
  SecuredOrderId,
  Sku: text(100),
  /** In major units, such as 4.99. */
  Amount: text(20),
  Currency: CurrencyCode,
  TransactionId: text(100, { minLength: 1, pattern: '^[\\w-]+$' }),
  IsTest: Type.Boolean(),
});

export async function parseWebhook({ body, headers }: Webhook, { settings }: WizqHost): Promise<ParsedWebhook> {
  const { TestKey: key } = settings;
  if (key === undefined) return buildRefusal(missingTestKeyReason);
  if (!isSameSignature(headers[signatureHeader] ?? '', signBody(body, key)))
    return buildRefusal('The message is not signed with the setting TestKey.');
  const content = parseJson(body);
  if (Value.Check(OrderQuery, content)) return readQuestion(content, key);
  return Value.Check(Notice, content)
    ? readNotice(content, key)
    : buildRefusal('The message is signed, but is not a command.');
}

const idIn = (secured: string): string | undefined => secured.split('.')[0];

/** The price comes from our order: WizQ knows only what the browser passed on. */
function readQuestion({ SecuredOrderId: secured, UserId }: Static<typeof OrderQuery>, key: string): ParsedWebhook {
  const orderId = idIn(secured);
  return {
    outcome: 'order-query',
    question: { ...(isUuid(orderId) && { orderId }), payerId: UserId },
    answer: (order) =>
      order && isSameSignature(secured, signOrder(order, key)) ? describeOrder(order) : unknownOrderReply,
  };
}

const describeOrder = ({ orderId, sku, name, amountMinor, currency }: OrderQueryReply): WebhookReply => ({
  status: 200,
  body: { OrderId: orderId, Sku: sku, Name: name, Amount: toDecimal(amountMinor, currency), Currency: currency },
});

export const unknownOrderReply: WebhookReply = { status: 200, body: { Error: 'UnknownOrder' } };

function readNotice(notice: Static<typeof Notice>, key: string): ParsedWebhook {
  const { SecuredOrderId: secured, Sku: sku, Currency: currency, TransactionId: transactionId, IsTest } = notice;
  const orderId = idIn(secured);
  const amountMinor = fromDecimal(notice.Amount, currency);
  if (!isUuid(orderId) || amountMinor === undefined) return buildRefusal('The message names no order or no amount.');
  if (!isSameSignature(secured, signOrder({ orderId, sku, amountMinor, currency }, key)))
    return buildRefusal('The product or price differs from the order.');
  const kind = notice.Command === 'orderPaid' ? 'paid' : 'refunded';
  const event = { dedupKey: `${kind} ${transactionId}`, orderId, transactionId, amountMinor, currency, isTest: IsTest };
  return {
    outcome: 'events',
    events: [{ kind, ...event, ...(kind === 'refunded' && { chargeId: transactionId }) }],
  };
}
