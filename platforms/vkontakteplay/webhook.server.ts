// Parses VK Play's billing callbacks. Their fields, replies and retries are not documented, so field names are settings
// and the rest is assumed here. A callback comes as GET with a query or POST with a form, and is query and notification
// in one: accepting it is a sale.
import { isUuid } from '#kit/is-uuid.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { verifySignedParams } from '#kit/sorted-signature.server.ts';
import { isCurrency } from '#model/currency.ts';
import type {
  PaymentHost,
  Webhook,
  WebhookReply,
  WebhookResult,
  ParsedWebhook,
} from '#model/payment-operations.server.ts';
import type { Static } from 'typebox';
import type { vkontakteplay } from './platform.ts';

type Host = PaymentHost<Static<typeof vkontakteplay.settings>>;

export async function parseWebhook({ method, query, body }: Webhook, { settings }: Host): Promise<ParsedWebhook> {
  const { AppId, Secret, BillingFields: names = {}, IsTest: isTest = false } = settings;
  const signed = verifySignedParams(method === 'GET' ? (query?.toString() ?? '') : body, Secret, 'sign');
  if (signed.outcome === 'refused') return signed;
  const { texts } = signed;
  // One secret may sign for several games of a developer, so the callback must name this one.
  const appName = names.App ?? 'appid';
  if (texts[appName] !== AppId)
    return buildRefusal(
      texts[appName] === undefined
        ? `The callback names no app in ${appName}. Set BillingFields.App to the field that does.`
        : 'The callback is for another app. Compare its app id with the setting AppId.',
    );
  const transactionId = texts[names.Transaction ?? 'tid'] ?? '';
  const payerId = texts[names.Payer ?? 'uid'] ?? '';
  const currency = texts[names.Currency ?? 'currency'] ?? '';
  const orderId = texts[names.Order ?? 'item_id'];
  const amountMinor = isCurrency(currency) ? fromDecimal(texts[names.Amount ?? 'amount'] ?? '', currency) : undefined;
  if (transactionId === '' || transactionId.length > 150 || amountMinor === undefined)
    return buildRefusal(
      'The callback has no transaction or no amount. Compare its fields with the setting BillingFields.',
    );
  if (!isUuid(orderId)) return { outcome: 'events', events: [], answer: () => buildWebhookReply('unknown-order') };
  const money = { transactionId, orderId, amountMinor, currency };
  return {
    outcome: 'events',
    events: [{ kind: 'paid', dedupKey: `paid:${transactionId}`, ...money, isTest }],
    question: { orderId, payerId, amountMinor, currency },
    mayBeCharged: true,
  };
}

export const buildWebhookReply = (end: WebhookResult): WebhookReply => answers[end];

const fail = (errcode: number, errmsg: string, status = 200): WebhookReply => ({
  status,
  body: { status: 'error', errcode, errmsg },
});
const ok: WebhookReply = { status: 200, body: { status: 'ok' } };

// VK Play's error codes are unknown; these distinguish our reasons.
const answers: Readonly<Record<WebhookResult, WebhookReply>> = {
  done: ok,
  retry: fail(500, 'Try again later', 503),
  refused: fail(403, 'Wrong signature'),
  mismatch: fail(409, 'The price is not that of the order'),
  'unknown-order': fail(404, 'No such order, or not for this player'),
  // VK Play never queries a player.
  'known-player': ok,
  'unknown-player': fail(404, 'No such player'),
};
