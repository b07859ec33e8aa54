// Players of a Mini App, and payments in Stars. Payments are proved by the bot's updates and its records, never by the
// app.
import { Type } from 'typebox';
import { createWebhookReplyBuilder } from '#kit/create-webhook-reply-builder.server.ts';
import { truncate } from '#kit/truncate.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { RefundResult, RefundRequest } from '#model/payment-operations.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { callTelegram, fetchTransactionsSince, type TelegramHost, type StarTransaction } from './client.server.ts';
import { telegram } from './platform.ts';
import { verify } from './verify.server.ts';
import { createPaymentEvent, parseWebhook } from './webhook.server.ts';

// No `cancel`: an invoice can't be closed. Once its order is over, the query before the payment is rejected.
export const adapter = defineServerAdapter(telegram, {
  verify,
  payments: {
    needsEmail: () => false,
    /** A repeated call creates another link for the same attempt; only the first payment is accepted. */
    async create({ attemptId, amountMinor, currency, product }, host) {
      if (currency !== telegram.storeCurrency || amountMinor < 1)
        return buildRefusal(`Telegram accepts only Stars (${telegram.storeCurrency}), not ${amountMinor} ${currency}.`);
      const title = truncate(product.name.trim() || product.sku, 32);
      const invoice = {
        title,
        description: truncate(product.description.trim() || title, 255),
        payload: attemptId,
        provider_token: '',
        currency,
        prices: [{ label: title, amount: amountMinor }],
      };
      const reply = await callTelegram('createInvoiceLink', invoice, Type.String({ pattern: '^https?://' }), host);
      return reply.outcome === 'refused' ? reply : { outcome: 'created', reply: { InvoiceUrl: reply.answer } };
    },
    async read({ attemptId, createdAt }, host) {
      const events = readPaymentEvents(await fetchTransactionsSince(createdAt, host), host);
      // An invoice has no expiry: whether it may be paid is decided when Telegram queries it.
      return { events: events.filter((event) => event.attemptId === attemptId), isOver: false };
    },
    async list({ from, to }, host) {
      const found = await fetchTransactionsSince(from, host);
      const inSpan = found.filter(({ date }) => date * 1000 <= to.getTime());
      return readPaymentEvents(inSpan, host);
    },
    refund,
    fullRefundsOnly: { remedy: 'Telegram gives back whole payments only: send back all of it, or nothing.' },
    parseWebhook,
    buildWebhookReply: createWebhookReplyBuilder({ refused: 403, 'unknown-player': 403 }),
  },
  calls: {},
});

const readPaymentEvents = (
  transactions: readonly StarTransaction[],
  { settings: { IsTest: isTest = false } }: TelegramHost,
) =>
  transactions.flatMap(({ id, amount, source, receiver }) => {
    const charge = { transactionId: id, amountMinor: amount, currency: telegram.storeCurrency, isTest };
    return createPaymentEvent(source ? 'paid' : 'refunded', (source ?? receiver)?.invoice_payload, charge) ?? [];
  });

async function refund(asked: RefundRequest, host: TelegramHost): Promise<RefundResult> {
  const { attemptId, transactionId, refundMinor, amountMinor, currency, createdAt, buyer } = asked;
  if (refundMinor !== amountMinor) return buildRefusal('Telegram refunds only whole payments.');
  const known = buyer?.externalId === undefined ? Number.NaN : Number(buyer.externalId);
  // A buyer who deleted their account is still in Telegram's records.
  const payer = Number.isSafeInteger(known) ? known : await findPayer(transactionId, createdAt, host);
  if (payer === undefined) return buildRefusal("The payer is unknown, and not in the bot's records.");
  const parameters = { user_id: payer, telegram_payment_charge_id: transactionId };
  const reply = await callTelegram('refundStarPayment', parameters, Type.Literal(true), host);
  // Already refunded, and the response was lost; Telegram sometimes replies so even the first time.
  if (reply.outcome === 'refused' && !reply.reason.includes('CHARGE_ALREADY_REFUNDED')) return reply;
  const charge = { transactionId, amountMinor: refundMinor, currency, isTest: host.settings.IsTest ?? false };
  const event = createPaymentEvent('refunded', attemptId, charge);
  return { outcome: 'done', events: event ? [event] : [] };
}

async function findPayer(charge: string, since: Date, host: TelegramHost): Promise<number | undefined> {
  const found = await fetchTransactionsSince(since, host);
  return found.find(({ id, source }) => id === charge && source?.user)?.source?.user?.id;
}
