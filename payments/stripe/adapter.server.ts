// Payments by Stripe's Checkout: in the portal as a form in the checkout frame, for a buyer who leaves it as Stripe's own page.
// What the browser says is no proof; a signed webhook is, and what Stripe's API answers.
import type { Static } from 'typebox';
import { answerByStatus } from '#kit/answer-webhook.server.ts';
import { clip } from '#kit/clip.ts';
import { refuse } from '#kit/refuse.ts';
import { serverHalf, type KnownAttempt, type PaymentCreation, type PaymentToCreate } from '../port.server.ts';
import type { RefundOutcome, RefundToSend } from '../port.server.ts';
import { toStripeAmount } from './amounts.ts';
import { askStripe, clientFor, readShape, Refund, Session, type Host } from './client.server.ts';
import { listPayments, readPayment, readSession, refundFact } from './payment.server.ts';
import { stripe } from './provider.ts';
import { readWebhook } from './webhook.server.ts';

export const half = serverHalf(stripe, {
  // Stripe asks for it in its form.
  needsEmail: () => false,
  create,
  read: readPayment,
  // There is no search by our ids.
  readsByName: true,
  list: listPayments,
  cancel,
  refund,
  readWebhook,
  // Whatever is not 2xx comes again, for three days.
  answerWebhook: answerByStatus(),
});

type Block = Static<typeof stripe.paymentReply.block>;

async function create(payment: PaymentToCreate, host: Host): Promise<PaymentCreation<Block>> {
  const { attemptId, amountMinor, currency, wantsRedirect } = payment;
  const amount = toStripeAmount(amountMinor, currency);
  if (amount === undefined) return refuse(`Stripe takes no ${amountMinor} minor units of ${currency}.`);
  const key = { idempotencyKey: attemptId };
  const asked = await askStripe(clientFor(host).checkout.sessions.create(sessionFor(payment, amount), key));
  if ('reason' in asked) return refuse(asked.reason);
  const session = readShape(Session, asked.answer, 'a new session');
  const { PublishableKey, ScriptUrl } = host.settings;
  const way = wantsRedirect ? session.url : session.client_secret;
  if (!way) throw new Error(`Stripe created ${session.id} without a way to pay it.`);
  return {
    outcome: 'created',
    providerPaymentId: session.id,
    reply: {
      PublishableKey,
      ...(wantsRedirect ? { CheckoutUrl: way } : { SessionClientSecret: way }),
      ...(ScriptUrl !== undefined && { ScriptUrl }),
    },
    ...(wantsRedirect && { redirectUrl: way }),
    expiresAt: new Date(session.expires_at * 1000),
  };
}

type SessionToCreate = NonNullable<Parameters<ReturnType<typeof clientFor>['checkout']['sessions']['create']>[0]>;

// Nothing in it may depend on when it is asked: the same key with other parameters is refused.
function sessionFor(payment: PaymentToCreate, amount: number): SessionToCreate {
  const { attemptId, orderId, product, buyer, returnUrl } = payment;
  const metadata = { attempt_id: attemptId, order_id: orderId };
  const description = clip(product.description.trim(), 500);
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
            name: clip(product.name.trim() || product.sku, 200),
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
  const asked = await askStripe(clientFor(host).checkout.sessions.expire(providerPaymentId));
  // It is closed already, or was paid: a read tells which.
  if ('reason' in asked && (await readSession(providerPaymentId, host)).status === 'open')
    throw new Error(asked.reason);
}

async function refund(asked: RefundToSend, host: Host): Promise<RefundOutcome> {
  const { attemptId, orderId, refundId, transactionId, refundMinor, currency, isExtra } = asked;
  const amount = toStripeAmount(refundMinor, currency);
  if (amount === undefined) return refuse(`Stripe sends no ${refundMinor} minor units of ${currency} back.`);
  const request = {
    payment_intent: transactionId,
    amount,
    reason: isExtra ? 'duplicate' : 'requested_by_customer',
    metadata: { attempt_id: attemptId, order_id: orderId, refund_id: refundId, is_extra: String(isExtra) },
  } as const;
  const answered = await askStripe(clientFor(host).refunds.create(request, { idempotencyKey: refundId }));
  if ('reason' in answered) return refuse(answered.reason);
  const made = readShape(Refund, answered.answer, 'a refund');
  // A refund does not say it, and a key works in one mode alone.
  const isTest = !/^(sk|rk)_live_/.test(host.settings.SecretKey);
  const fact = refundFact(made, { attemptId, isTest, dedupKey: `refund:${made.id}:${made.status}` });
  if (!fact) return { outcome: 'pending', providerRefundId: made.id };
  if (fact.kind === 'refunded') return { outcome: 'done', facts: [fact] };
  return refuse(`Stripe could not send it back: ${made.failure_reason ?? made.status}.`);
}
