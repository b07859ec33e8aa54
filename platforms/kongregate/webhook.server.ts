// Parses Kongregate's callbacks. Orders come as a signed request: first it queries the item, then it reports that the
// player confirmed, and takes the Kreds only if we accept.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { verifySignedRequest } from '#kit/signed-request.server.ts';
import type {
  OrderQueryReply,
  OrderQuery,
  Webhook,
  WebhookReply,
  ParsedWebhook,
} from '#model/payment-operations.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { getPurchaseClosedText } from '../kit/purchase-closed-text.ts';
import type { KongregateHost } from './client.server.ts';

export const kredsCurrencyCode = 'KRD';

/**
 * What the dialog is opened with and Kongregate repeats: our order and its price. The player's browser could change
 * both, so the price comes from the order, and a different number is refused.
 */
export const createOrderInfo = (orderId: string, amountMinor: number): string => `${orderId}:${amountMinor}`;

export async function parseWebhook({ body }: Webhook, { settings }: KongregateHost): Promise<ParsedWebhook> {
  const form = new URLSearchParams(body.toString());
  const signed = form.get('signed_request');
  // Other callbacks, such as a changed inventory; they aren't about payments.
  if (signed === null)
    return isSameSignature(form.get('api_key') ?? '', settings.ApiKey)
      ? { outcome: 'ignored' }
      : buildRefusal("The callback is neither signed nor contains the game's key.");
  const reading = verifySignedRequest(signed, settings.ApiKey);
  if (reading.outcome === 'refused') return reading;
  const { payload } = reading;
  if (!Value.Check(OrderEvent, payload)) return { outcome: 'ignored' };
  const question = readQuestion(payload);
  if (payload.event === 'item_order_request') return answerRequest(question, settings);
  return question ? readPlaced(payload, question, settings) : { outcome: 'events', events: [], answer: () => canceled };
}

/** For callbacks that are neither an order query nor an order. */
export const buildWebhookReply = createWebhookReplyBuilder({ refused: 403 });

const number = Type.Integer({ minimum: 1 });
const OrderEvent = Type.Object({
  event: Type.Enum(['item_order_request', 'item_order_placed']),
  buyer_id: number,
  recipient_id: number,
  order_id: number,
  order_info: Type.String({ maxLength: 1000 }),
});
type OrderEvent = Static<typeof OrderEvent>;
type Question = OrderQuery & Required<Pick<OrderQuery, 'orderId' | 'amountMinor' | 'currency'>>;

/** Undefined: not an order of ours, or a payment for another person. */
function readQuestion({ buyer_id, recipient_id, order_info }: OrderEvent): Question | undefined {
  const [, orderId, amount] = /^([0-9a-f-]{36}):([1-9]\d{0,8})$/.exec(order_info) ?? [];
  if (!isUuid(orderId) || buyer_id !== recipient_id) return undefined;
  return { orderId, payerId: String(buyer_id), amountMinor: Number(amount), currency: kredsCurrencyCode };
}

const answerRequest = (question: Question | undefined, settings: KongregateHost['settings']): ParsedWebhook =>
  question
    ? {
        outcome: 'order-query',
        question,
        answer: (order) => (order ? describeItem(order, settings.ItemImageUrl) : notSold),
      }
    : { outcome: 'events', events: [], answer: () => notSold };

/** All fields are required. */
const describeItem = (
  { sku, name, description, imageUrl, amountMinor }: OrderQueryReply,
  otherImageUrl: string,
): WebhookReply => {
  const title = name.trim() || sku;
  const image_url = imageUrl?.startsWith('https://') ? imageUrl : otherImageUrl;
  const item = { name: title, description: description.trim() || title, price: amountMinor, image_url };
  return { status: 200, body: { items: [item] } };
};

// Kongregate doesn't document how to reject a query; without items it can't sell any.
const notSold: WebhookReply = { status: 200, body: { error: getPurchaseClosedText('en') } };
const completed: WebhookReply = { status: 200, body: { state: 'completed' } };
const canceled: WebhookReply = { status: 200, body: { state: 'canceled' } };

/** It contains no price: Kreds are taken for the price that we replied, the order's. */
function readPlaced(
  { order_id }: OrderEvent,
  question: Question,
  { IsTest: isTestGame = false, Testers: testers = [] }: KongregateHost['settings'],
): ParsedWebhook {
  const { orderId, payerId, amountMinor, currency } = question;
  const transactionId = String(order_id);
  const isTest = isTestGame || testers.includes(payerId);
  const money = { transactionId, amountMinor, currency, isTest };
  return {
    outcome: 'events',
    events: [{ kind: 'paid', dedupKey: `placed:${transactionId}`, orderId, ...money }],
    question,
    answer: (end) => (end === 'done' ? completed : end === 'retry' ? buildWebhookReply(end) : canceled),
  };
}
