// Telegram: players of a Mini App, and Stars. A start is signed with the bot's token; money is proved by the bot's updates and by
// its books, never by what the app saw.
import type { Static } from 'typebox';
import type {
  WebhookEnd,
  PaymentCreation,
  PaymentToCreate,
  RefundOutcome,
  RefundToSend,
} from '#model/payment-verbs.server.ts';
import { serverHalf } from '../port.server.ts';
import { askTelegram, type Host } from './ask-telegram.server.ts';
import { paymentFact, storeUnit } from './facts.server.ts';
import { hearTelegram } from './hear-telegram.server.ts';
import { telegram } from './platform.ts';
import { listTelegram, payerOf, readTelegram } from './read-telegram.server.ts';
import { verifyInitData } from './verify-init-data.server.ts';

// There is no cancel: an invoice cannot be closed. Nobody may pay it any more once its order is over.
export const half = serverHalf(telegram, {
  verify: async ({ InitData }, { settings, now }) =>
    verifyInitData(InitData, { botToken: settings.BotToken, maxAgeS: settings.MaxAgeSeconds ?? dayS, now: now() }),
  payments: {
    needsEmail: () => false,
    create: createPayment,
    read: readTelegram,
    list: listTelegram,
    refund,
    refundsWholeOnly: { remedy: 'Telegram gives back whole payments only: send back all of it, or nothing.' },
    readWebhook: hearTelegram,
    answerWebhook: (end) => ({ status: answers[end] }),
  },
  calls: {},
});

const dayS = 86_400;

type Block = Static<typeof telegram.paymentReply.block>;

/** Asked again it makes another link for the same attempt, and whichever is paid first is the only one that may be. */
async function createPayment(payment: PaymentToCreate, host: Host): Promise<PaymentCreation<Block>> {
  const { attemptId, amountMinor, currency, product } = payment;
  if (currency !== storeUnit || amountMinor < 1)
    return { outcome: 'refused', reason: `Telegram takes Stars (${storeUnit}) and no ${amountMinor} ${currency}.` };
  const title = cut(product.name.trim() || product.sku, 32);
  const asked = await askTelegram(
    'createInvoiceLink',
    {
      title,
      description: cut(product.description.trim() || title, 255),
      payload: attemptId,
      provider_token: '',
      currency,
      prices: [{ label: title, amount: amountMinor }],
    },
    host,
  );
  if (asked.outcome === 'refused') return { outcome: 'refused', reason: `Telegram refused: ${asked.description}` };
  if (typeof asked.result !== 'string' || !URL.canParse(asked.result))
    throw new Error('Telegram opened an invoice and gave no address of it.');
  return { outcome: 'created', reply: { InvoiceUrl: asked.result } };
}

// Half a character at the end is none.
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

async function refund(asked: RefundToSend, host: Host): Promise<RefundOutcome> {
  const { attemptId, transactionId, refundMinor, amountMinor, currency, createdAt, buyer } = asked;
  if (refundMinor !== amountMinor) return { outcome: 'refused', reason: 'Telegram gives back whole payments only.' };
  const known = buyer?.externalId === undefined ? Number.NaN : Number(buyer.externalId);
  // Whoever has deleted his account still is in Telegram's books.
  const payer = Number.isSafeInteger(known) ? known : await payerOf(transactionId, createdAt, host);
  if (payer === undefined)
    return { outcome: 'refused', reason: 'It is not known who has paid, and the books of the bot do not tell.' };
  const parameters = { user_id: payer, telegram_payment_charge_id: transactionId };
  const answered = await askTelegram('refundStarPayment', parameters, host);
  // It was done before, and the answer was lost; some refunds are even answered so the first time.
  const isDone = answered.outcome === 'answered' || answered.description.includes('CHARGE_ALREADY_REFUNDED');
  if (!isDone) return { outcome: 'refused', reason: `Telegram refused: ${answered.description}` };
  const payment = { currency, total_amount: refundMinor, telegram_payment_charge_id: transactionId };
  const fact = paymentFact('refunded', { ...payment, invoice_payload: attemptId }, host.settings.IsTest ?? false);
  return { outcome: 'done', facts: fact ? [fact] : [] };
}

// Whatever is not 2xx comes again. What an operator has to look at is kept here and need not.
const answers: Readonly<Record<WebhookEnd, number>> = {
  done: 200,
  retry: 503,
  refused: 403,
  mismatch: 200,
  'unknown order': 200,
  // Telegram never asks for a player.
  'known player': 200,
  'unknown player': 403,
};
