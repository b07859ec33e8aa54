// Parses VK's notifications about votes: a form signed with the app's key. VK moves votes only after we accept
// `chargeable`. The reply always has status 200; `critical` says whether VK retries. A VK order is charged once and
// refunded once, completely, so its number identifies both. Test orders may have the numbers of real ones, so they get
// a prefix.
import { truncate } from '#kit/truncate.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { verifySignedParams, type StringParams } from '#kit/sorted-signature.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type {
  OrderQueryReply,
  Webhook,
  WebhookReply,
  WebhookResult,
  ParsedWebhook,
} from '#model/payment-operations.server.ts';
import type { VkHost } from './client.server.ts';

export async function parseWebhook({ body }: Webhook, { settings }: VkHost): Promise<ParsedWebhook> {
  const signed = verifySignedParams(body, settings.SecureKey, 'sig');
  if (signed.outcome === 'refused') return signed;
  const { texts } = signed;
  if (texts['app_id'] !== settings.AppId) return buildRefusal('The notification is for another app.');
  const [, type = '', test] = /^([a-z_]+?)(_test)?$/.exec(texts['notification_type'] ?? '') ?? [];
  if (type === 'get_item') return readQuestion(texts);
  if (type === 'order_status_change') return readChange(texts, test !== undefined);
  return type === 'get_subscription' || type === 'subscription_status_change'
    ? proveNothing(error(110, 'Subscriptions are not sold here'))
    : proveNothing(error(11, 'Unknown notification type'));
}

/** For notifications without a reply of their own. */
export const buildWebhookReply = (end: WebhookResult): WebhookReply => answers[end];

const error = (code: number, message: string, isCritical = true): WebhookReply => ({
  status: 200,
  body: { error: { error_code: code, error_msg: message, critical: isCritical } },
});
const respond = (response: object): WebhookReply => ({ status: 200, body: { response } });

const answers: Readonly<Record<WebhookResult, WebhookReply>> = {
  done: respond({}),
  retry: error(2, 'Try again later', false),
  refused: error(10, 'Wrong signature'),
  mismatch: error(101, 'The price is not that of the order'),
  'unknown-order': error(20, 'No such item'),
  // VK never queries a player.
  'known-player': respond({}),
  'unknown-player': error(22, 'No such user'),
};

const proveNothing = (answer: WebhookReply): ParsedWebhook => ({ outcome: 'events', events: [], answer: () => answer });

function readQuestion({ item, user_id: payerId = '', lang = '' }: StringParams): ParsedWebhook {
  if (!isNumber(payerId)) return proveNothing(answers['unknown-player']);
  if (!isUuid(item)) return proveNothing(answers['unknown-order']);
  const locale = /^[a-z]{2}/.exec(lang)?.[0];
  return {
    outcome: 'order-query',
    question: { orderId: item, payerId, ...(locale !== undefined && { locale }) },
    answer: (order) => (order?.currency === votesCurrencyCode ? describeItem(order) : answers['unknown-order']),
  };
}

const describeItem = ({ sku, name, imageUrl, amountMinor }: OrderQueryReply): WebhookReply =>
  respond({
    title: truncate(name.trim() || sku, 48),
    price: amountMinor,
    item_id: sku,
    ...(imageUrl?.startsWith('https://') && { photo_url: imageUrl }),
    // An order is bought once; by default VK may cache the item for an hour.
    expiration: 0,
  });

function readChange(texts: StringParams, isTest: boolean): ParsedWebhook {
  const { order_id: id = '', item, item_price: price = '', status } = texts;
  if (!isNumber(id) || !isNumber(price)) return proveNothing(error(11, 'The order has no number or no price'));
  if (!isUuid(item)) return proveNothing(answers['unknown-order']);
  if (status !== 'chargeable' && status !== 'refunded') return proveNothing(error(11, 'Unknown order status'));
  const event = createPaymentEvent(status === 'chargeable' ? 'paid' : 'refunded', { id, isTest }, item, Number(price));
  // The same notification must always get the same reply, so our order number is derived from VK's.
  const done = respond({ order_id: Number(id), app_order_id: Number(id) });
  return { outcome: 'events', events: [event], answer: (end) => (end === 'done' ? done : answers[end]) };
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Votes have no currency code; this one is ours. */
export const votesCurrencyCode = 'VKV';

interface VkOrderNumber {
  readonly id: string;
  readonly isTest: boolean;
}

/** Returns undefined if it isn't VK's number. */
export function parseTransactionId(transactionId: string): VkOrderNumber | undefined {
  const [, test, id] = /^(test-)?(\d{1,15})$/.exec(transactionId) ?? [];
  return id === undefined ? undefined : { id, isTest: test !== undefined };
}

export function createPaymentEvent(
  kind: 'paid' | 'refunded',
  { id, isTest }: VkOrderNumber,
  orderId: string,
  amountMinor: number,
): PaymentEvent {
  const transactionId = isTest ? `test-${id}` : id;
  const event = {
    dedupKey: `${kind}:${transactionId}`,
    orderId,
    transactionId,
    amountMinor,
    currency: votesCurrencyCode,
    isTest,
  };
  return { kind, ...event, ...(kind === 'refunded' && { chargeId: transactionId }) };
}
