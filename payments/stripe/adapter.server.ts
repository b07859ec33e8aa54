// Payments by Stripe's Checkout: in the portal as a form in the checkout frame, for a buyer who leaves it as Stripe's own page.
// What the browser says is no proof; a signed notice is, and what Stripe's API answers.
import type { Static } from 'typebox';
import { serverHalf, type KnownAttempt, type PaymentCreation, type PaymentToCreate } from '../port.server.ts';
import type { WebhookEnd, RefundOutcome, RefundToSend } from '../port.server.ts';
import { toStripeAmount } from './amounts.ts';
import { clientFor, refusalIn, type Host } from './ask-stripe.server.ts';
import { refundFact } from './facts.server.ts';
import { hearStripe } from './hear-stripe.server.ts';
import { listStripe } from './list-stripe.server.ts';
import { expectShape, Refund, Session } from './objects.server.ts';
import { stripe } from './provider.ts';
import { readSession, readStripe } from './read-stripe.server.ts';

export const half = serverHalf(stripe, {
  // Stripe asks for it in its form.
  needsEmail: () => false,
  create: createPayment,
  read: readStripe,
  // There is no search by our ids.
  readsByName: true,
  list: listStripe,
  cancel,
  refund,
  readWebhook: hearStripe,
  answerWebhook: (end) => ({ status: answers[end] }),
});

type Block = Static<typeof stripe.paymentReply.block>;

async function createPayment(payment: PaymentToCreate, host: Host): Promise<PaymentCreation<Block>> {
  const amount = toStripeAmount(payment.amountMinor, payment.currency);
  if (amount === undefined)
    return { outcome: 'refused', reason: `Stripe takes no ${payment.amountMinor} minor units of ${payment.currency}.` };
  let answer: unknown;
  try {
    const options = { idempotencyKey: payment.attemptId };
    answer = await clientFor(host).checkout.sessions.create(sessionFor(payment, amount), options);
  } catch (error) {
    const reason = refusalIn(error);
    if (reason === undefined) throw error;
    host.log.warn({ err: error, attemptId: payment.attemptId }, 'Stripe refused to open a payment.');
    return { outcome: 'refused', reason };
  }
  const session = expectShape(Session, answer, 'a new session');
  const { PublishableKey, ScriptUrl } = host.settings;
  const way = payment.wantsRedirect ? session.url : session.client_secret;
  if (!way) throw new Error(`Stripe opened ${session.id} without a way to pay it.`);
  return {
    outcome: 'created',
    providerPaymentId: session.id,
    reply: {
      PublishableKey,
      ...(payment.wantsRedirect ? { CheckoutUrl: way } : { SessionClientSecret: way }),
      ...(ScriptUrl !== undefined && { ScriptUrl }),
    },
    ...(payment.wantsRedirect && { redirectUrl: way }),
    expiresAt: new Date(session.expires_at * 1000),
  };
}

type SessionToCreate = NonNullable<Parameters<ReturnType<typeof clientFor>['checkout']['sessions']['create']>[0]>;

// Nothing in it may depend on when it is asked: the same key with other parameters is refused.
function sessionFor(payment: PaymentToCreate, amount: number): SessionToCreate {
  const { attemptId, orderId, product, buyer, returnUrl } = payment;
  const metadata = { attempt_id: attemptId, order_id: orderId };
  const description = product.description.trim().slice(0, 500);
  return {
    mode: 'payment',
    // A form that leaves for a bank's page would leave inside the frame, where no bank lets itself be shown: it offers no such
    // methods. Stripe's own page does.
    ...(payment.wantsRedirect
      ? { ui_mode: 'hosted_page', success_url: returnUrl, cancel_url: returnUrl }
      : { ui_mode: 'embedded_page', redirect_on_completion: 'never' }),
    line_items: [
      {
        // The price is of all that one gets, and so is the name.
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: amount,
          product_data: {
            name: (product.name.trim() || product.sku).slice(0, 200),
            ...(description !== '' && { description }),
          },
        },
      },
    ],
    client_reference_id: orderId,
    metadata,
    // Refunds and disputes know the intent and not the session, and nothing is copied from one to the other.
    payment_intent_data: { metadata },
    // The amount and the currency that come back are to be those that were asked for.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(expiryOf(payment).getTime() / 1000),
    locale: localeFor(payment.locale),
    ...(buyer.email !== undefined && { customer_email: buyer.email }),
  };
}

// From half an hour to a day is Stripe's rule, counted from when it hears it. The quarter of an hour is for asking again.
function expiryOf({ createdAt, expiresAt }: PaymentToCreate): Date {
  const created = createdAt.getTime();
  return new Date(Math.min(Math.max(expiresAt.getTime(), created + 45 * 60_000), created + 24 * 3600_000 - 60_000));
}

type Locale = NonNullable<SessionToCreate['locale']>;
const locales = new Set<Locale>(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-BR', 'ru', 'tr', 'zh']);
const localeFor = (locale: string): Locale =>
  [...locales].find((known) => known.toLowerCase() === locale.toLowerCase()) ?? 'auto';

async function cancel({ providerPaymentId }: KnownAttempt, host: Host): Promise<void> {
  if (providerPaymentId === undefined) return;
  const client = clientFor(host);
  try {
    await client.checkout.sessions.expire(providerPaymentId);
  } catch (error) {
    if (refusalIn(error) === undefined) throw error;
    // It is closed already, or was paid: a read tells which.
    if ((await readSession(client, providerPaymentId)).status === 'open') throw error;
  }
}

async function refund(asked: RefundToSend, host: Host): Promise<RefundOutcome> {
  const { attemptId, orderId, refundId, transactionId, refundMinor, currency, isExtra } = asked;
  const amount = toStripeAmount(refundMinor, currency);
  if (amount === undefined)
    return { outcome: 'refused', reason: `Stripe sends no ${refundMinor} minor units of ${currency} back.` };
  let answer: unknown;
  try {
    answer = await clientFor(host).refunds.create(
      {
        payment_intent: transactionId,
        amount,
        reason: isExtra ? 'duplicate' : 'requested_by_customer',
        metadata: { attempt_id: attemptId, order_id: orderId, refund_id: refundId, is_extra: String(isExtra) },
      },
      { idempotencyKey: refundId },
    );
  } catch (error) {
    const reason = refusalIn(error);
    if (reason === undefined) throw error;
    return { outcome: 'refused', reason };
  }
  const made = expectShape(Refund, answer, 'a refund');
  const isTest = !isLive(host.settings.SecretKey);
  const fact = refundFact(made, { attemptId, isTest, dedupKey: `refund:${made.id}:${made.status}` });
  if (!fact) return { outcome: 'pending', providerRefundId: made.id };
  if (fact.kind === 'refunded') return { outcome: 'done', facts: [fact] };
  return { outcome: 'refused', reason: `Stripe could not send it back: ${made.failure_reason ?? made.status}.` };
}

// A refund does not say it, and a key works in one mode alone.
const isLive = (key: string): boolean => /^(sk|rk)_live_/.test(key);

// Whatever is not 2xx comes again, for three days. What an operator has to look at is kept here and need not.
const answers: Readonly<Record<WebhookEnd, number>> = {
  done: 200,
  retry: 503,
  refused: 400,
  mismatch: 200,
  'unknown order': 200,
  // Stripe never asks for a player.
  'known player': 200,
  'unknown player': 400,
};
