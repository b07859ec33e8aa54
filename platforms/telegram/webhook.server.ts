// Parses the bot's updates. Telegram doesn't sign them but repeats the secret that the operator set with the webhook
// URL. Before a payment it sends a query and waits ten seconds; the answer is in our HTTP response. One invoice may be
// paid twice, by two charges.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { isUuid } from '#kit/is-uuid.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { Webhook, ParsedWebhook } from '#model/payment-operations.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { getPurchaseClosedText } from '../kit/purchase-closed-text.ts';
import { ChargeIdSchema, StarCountSchema, TelegramUserSchema, type TelegramHost } from './client.server.ts';

export async function parseWebhook({ body, headers }: Webhook, { settings }: TelegramHost): Promise<ParsedWebhook> {
  if (!isSameSignature(headers['x-telegram-bot-api-secret-token'] ?? '', settings.WebhookSecret))
    return buildRefusal('The update does not contain WebhookSecret. Was setWebhook called with another one?');
  const update = parseJson(body);
  if (!Value.Check(Update, update)) return buildRefusal('It is not a Telegram update.');
  const { pre_checkout_query: query, message } = update;
  if (query) return readQuestion(query);
  const { successful_payment: paid, refunded_payment: refunded } = message ?? {};
  const found = paid ?? refunded;
  if (!found) return { outcome: 'ignored' };
  const { currency, total_amount: amountMinor, invoice_payload: payload, telegram_payment_charge_id: id } = found;
  const charge = { transactionId: id, amountMinor, currency, isTest: settings.IsTest ?? false };
  const event = createPaymentEvent(paid ? 'paid' : 'refunded', payload, charge);
  return event ? { outcome: 'events', events: [event] } : { outcome: 'ignored' };
}

const payment = {
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  total_amount: StarCountSchema,
  invoice_payload: Type.String(),
};

const StarPayment = Type.Object({ ...payment, telegram_payment_charge_id: ChargeIdSchema });
const PreCheckoutQuery = Type.Object({
  ...payment,
  id: Type.String({ minLength: 1, maxLength: 100 }),
  from: TelegramUserSchema,
});

const Update = Type.Object({
  update_id: Type.Integer(),
  pre_checkout_query: Type.Optional(PreCheckoutQuery),
  message: Type.Optional(
    Type.Object({ successful_payment: Type.Optional(StarPayment), refunded_payment: Type.Optional(StarPayment) }),
  ),
});

/** Returns undefined if the invoice isn't ours. */
export function createPaymentEvent(
  kind: 'paid' | 'refunded',
  payload: string | undefined,
  charge: Pick<PaymentEvent, 'amountMinor' | 'currency' | 'isTest'> & { readonly transactionId: string },
): PaymentEvent | undefined {
  if (!isUuid(payload)) return undefined;
  const { transactionId } = charge;
  const refunded = kind === 'refunded' && { chargeId: transactionId };
  return { kind, dedupKey: `${kind} ${transactionId}`, attemptId: payload, ...charge, ...refunded };
}

function readQuestion(query: Static<typeof PreCheckoutQuery>): ParsedWebhook {
  const { id, from, invoice_payload: payload, total_amount: amountMinor, currency } = query;
  const answer = { method: 'answerPreCheckoutQuery', pre_checkout_query_id: id };
  return {
    outcome: 'order-query',
    question: {
      // Any other payload matches no attempt.
      ...(isUuid(payload) && { attemptId: payload }),
      payerId: String(from.id),
      amountMinor,
      currency,
      ...(from.language_code !== undefined && { locale: from.language_code }),
    },
    answer: (order) => ({
      status: 200,
      body: order
        ? { ...answer, ok: true }
        : { ...answer, ok: false, error_message: getPurchaseClosedText(from.language_code) },
    }),
  };
}
