// An update of the bot. Telegram signs none; it repeats the secret that the operator gave it with the address. Before a payment it
// asks, and waits ten seconds: the answer travels in the reply.
import { Value } from 'typebox/value';
import type { WebhookReading, WebhookAnswer, Webhook, OrderQuestion } from '#model/payment-verbs.server.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Static } from 'typebox';
import type { Host } from './ask-telegram.server.ts';
import { isOurs, paymentFact } from './facts.server.ts';
import { type PreCheckoutQuery, Update } from './objects.server.ts';
import { refusalText } from './refusal-text.server.ts';

export async function hearTelegram({ body, headers }: Webhook, { settings }: Host): Promise<WebhookReading> {
  if (!sameSignature(headers['x-telegram-bot-api-secret-token'] ?? '', settings.WebhookSecret))
    return { outcome: 'refused', reason: 'It does not carry WebhookSecret. Was setWebhook called with another one?' };
  const update = parse(body);
  if (!Value.Check(Update, update)) return { outcome: 'refused', reason: 'It is no update of Telegram.' };
  const { pre_checkout_query: query, message } = update;
  if (query) return asks(query);
  const { IsTest = false } = settings;
  const fact =
    (message?.successful_payment && paymentFact('paid', message.successful_payment, IsTest)) ??
    (message?.refunded_payment && paymentFact('refunded', message.refunded_payment, IsTest));
  return fact ? { outcome: 'facts', facts: [fact] } : { outcome: 'ignored' };
}

function asks(query: Static<typeof PreCheckoutQuery>): WebhookReading {
  const { from, invoice_payload: payload } = query;
  const question: OrderQuestion = {
    // What is none of ours is found nowhere.
    ...(isOurs(payload) && { attemptId: payload }),
    payerId: String(from.id),
    amountMinor: query.total_amount,
    currency: query.currency,
    ...(from.language_code !== undefined && { locale: from.language_code }),
  };
  const answer = (ok: boolean): WebhookAnswer => ({
    status: 200,
    body: {
      method: 'answerPreCheckoutQuery',
      pre_checkout_query_id: query.id,
      ok,
      ...(!ok && { error_message: refusalText(from.language_code) }),
    },
  });
  return { outcome: 'asks for order', question, answer: (order) => answer(order !== undefined) };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    // No JSON is no update, and is refused as such.
    return undefined;
  }
}
