// Parses `callbacks.payment`: Odnoklassniki queries by GET whether a payment may be taken, and takes it only if we
// accept. Without a reply it retries twice, five seconds apart. Code and price come from the buyer's browser; our order
// is found by the attributes, and must be payable by this player at this price.
import { isUuid } from '#kit/is-uuid.ts';
import { isWithinNetworks } from '#kit/is-within-networks.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { verifySignedParams, type StringParams } from '#kit/sorted-signature.server.ts';
import type {
  PaymentHost,
  Webhook,
  WebhookReply,
  WebhookResult,
  ParsedWebhook,
} from '#model/payment-operations.server.ts';
import type { OdnoklassnikiSettings } from './client.server.ts';
import { oksCurrencyCode } from './oks.ts';

export async function parseWebhook(
  { method, query, remoteAddress }: Webhook,
  { settings }: PaymentHost<OdnoklassnikiSettings>,
): Promise<ParsedWebhook> {
  if (method !== 'GET' || !query) return buildRefusal('Odnoklassniki reports payments by GET.');
  const { CallbackNetworks } = settings;
  if (CallbackNetworks && !isWithinNetworks(remoteAddress, CallbackNetworks))
    return buildRefusal(`${remoteAddress} is not in CallbackNetworks.`);
  const signed = verifySignedParams(query.toString(), settings.ApplicationSecretKey, 'sig');
  if (signed.outcome === 'refused') return signed;
  const { application_key: key, method: call } = signed.texts;
  if (key !== settings.ApplicationKey) return buildRefusal('The payment is for another app.');
  if (call !== 'callbacks.payment') return buildRefusal('The call is unknown.');
  return readPayment(signed.texts, settings.IsTest ?? false);
}

/** Status 200 in every case; a header marks errors. */
export const buildWebhookReply = (end: WebhookResult): WebhookReply => answers[end];

const namespace = 'http://api.forticom.com/1.0/';

const writeAnswer = (xml: string, headers: Readonly<Record<string, string>> = {}): WebhookReply => ({
  status: 200,
  headers: { 'content-type': 'application/xml', ...headers },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`,
});

const error = (code: number, message: string): WebhookReply =>
  writeAnswer(
    `<ns2:error_response xmlns:ns2="${namespace}"><error_code>${code}</error_code><error_msg>${message}</error_msg></ns2:error_response>`,
    { 'invocation-error': String(code) },
  );

const invalid = error(1001, 'CALLBACK_INVALID_PAYMENT : The payment does not fit an order that can be paid');
const done = writeAnswer(`<callbacks_payment_response xmlns="${namespace}">true</callbacks_payment_response>`);

const answers: Readonly<Record<WebhookResult, WebhookReply>> = {
  done,
  retry: error(2, 'SERVICE : Try again later'),
  refused: error(104, 'PARAM_SIGNATURE : Invalid signature'),
  mismatch: invalid,
  'unknown-order': invalid,
  // Odnoklassniki never queries a player.
  'known-player': done,
  'unknown-player': invalid,
};

function readPayment(texts: StringParams, isTest: boolean): ParsedWebhook {
  const { uid: payerId = '', transaction_id: transactionId = '', product_code: sku = '', amount = '' } = texts;
  const { currency = 'ok', extra_attributes: attributes = '' } = texts;
  const { orderId } = Object(parseJson(attributes)) as { orderId?: unknown };
  // Subscriptions, whose events may have no transaction, aren't sold, and our prices aren't in roubles.
  const isWhole = /^\S{1,100}$/.test(transactionId) && /^[1-9]\d{0,8}$/.test(amount) && currency === 'ok';
  if (!isWhole || !isUuid(orderId)) return { outcome: 'events', events: [], answer: () => invalid };
  const money = { amountMinor: Number(amount), currency: oksCurrencyCode };
  const event = { kind: 'paid', dedupKey: `paid ${transactionId}`, orderId, transactionId, ...money, isTest } as const;
  return { outcome: 'events', events: [event], question: { orderId, payerId, sku, ...money } };
}
