// Payments by YooKassa: in the portal as its widget in the checkout frame, or on YooKassa's own page. Neither the browser nor a
// notice proves anything; what YooKassa's API answers does.
import type { Static } from 'typebox';
import { serverHalf, type WebhookEnd, type PaymentCreation, type PaymentToCreate } from '../port.server.ts';
import type { RefundOutcome, RefundToSend } from '../port.server.ts';
import { toYookassaAmount } from './amounts.ts';
import { keyLifeMs, postTo, type Host } from './ask-yookassa.server.ts';
import { describeRefund, ourRefundIn, refundFact } from './facts.server.ts';
import { hearYookassa } from './hear-yookassa.server.ts';
import { listYookassa } from './list-yookassa.server.ts';
import { expectShape, Payment, Refund } from './objects.server.ts';
import { yookassa } from './provider.ts';
import { readPayment, readRefunds, readYookassa } from './read-yookassa.server.ts';
import { receiptFor } from './receipt.server.ts';

// There is no cancel: YooKassa closes nothing before money is held, and we never let it hold any.
export const half = serverHalf(yookassa, {
  needsEmail: (settings) => settings.Receipt !== undefined,
  create: createPayment,
  read: readYookassa,
  list: listYookassa,
  refund,
  readWebhook: hearYookassa,
  answerWebhook: (end) => ({ status: answers[end] }),
});

type Block = Static<typeof yookassa.paymentReply.block>;

async function createPayment(payment: PaymentToCreate, host: Host): Promise<PaymentCreation<Block>> {
  const { attemptId, amountMinor, currency, createdAt, buyer } = payment;
  const amount = toYookassaAmount(amountMinor, currency);
  if (!amount) return { outcome: 'refused', reason: `YooKassa takes no ${amountMinor} minor units of ${currency}.` };
  if (host.now().getTime() - createdAt.getTime() > keyLifeMs - hourMs)
    throw new Error(`Attempt ${attemptId} is too old: YooKassa may have forgotten it and would open another payment.`);
  const name = nameOf(payment);
  const receipt = receiptFor({ name, amount, email: buyer.email }, host.settings);
  if (receipt.outcome === 'no email')
    return { outcome: 'refused', reason: 'The receipt needs an e-mail address of the buyer.' };
  const isRedirect = payment.wantsRedirect || host.settings.Confirmation === 'Redirect';
  const locale = payment.locale === 'ru' ? 'ru_RU' : 'en_US';
  const asked = await postTo(
    'payments',
    // Nothing in it may depend on when it is asked: the same key with another body is refused.
    {
      amount,
      capture: true,
      confirmation: isRedirect
        ? { type: 'redirect', return_url: payment.returnUrl, locale }
        : { type: 'embedded', locale },
      description: name,
      metadata: { attempt_id: attemptId, order_id: payment.orderId },
      ...(receipt.outcome === 'made' && { receipt: receipt.receipt }),
    },
    attemptId,
    host,
  );
  if (asked.outcome === 'refused') return asked;
  return openingOf(expectShape(Payment, asked.answer, 'a new payment'), isRedirect, host);
}

function openingOf(
  { id, confirmation, created_at: created }: Payment,
  isRedirect: boolean,
  host: Host,
): PaymentCreation<Block> {
  const { confirmation_url: url, confirmation_token: token } = confirmation ?? {};
  if (isRedirect && url !== undefined && URL.canParse(url))
    return {
      outcome: 'created',
      providerPaymentId: id,
      reply: { Redirect: true, ConfirmationUrl: url },
      redirectUrl: url,
    };
  const createdMs = Date.parse(created);
  if (isRedirect || token === undefined || Number.isNaN(createdMs))
    throw new Error(`YooKassa opened ${id} without a way to pay it.`);
  const { ScriptUrl } = host.settings;
  return {
    outcome: 'created',
    providerPaymentId: id,
    reply: { Redirect: false, ConfirmationToken: token, ...(ScriptUrl !== undefined && { ScriptUrl }) },
    expiresAt: new Date(createdMs + tokenLifeMs),
  };
}

const hourMs = 3600_000;
// The widget takes a token for an hour; a little less, so that nobody is given one that ends at once.
const tokenLifeMs = hourMs - 5 * 60_000;

// YooKassa takes 128; half a character at the end is none.
function nameOf({ product, quantity }: PaymentToCreate): string {
  const count = quantity > 1 ? ` × ${quantity}` : '';
  const name = (product.name.trim() || product.sku).slice(0, 128 - count.length);
  return `${name.replace(/[\uD800-\uDBFF]$/, '')}${count}`;
}

async function refund(asked: RefundToSend, host: Host): Promise<RefundOutcome> {
  const { attemptId, refundId, transactionId, refundMinor, currency, isExtra } = asked;
  const amount = toYookassaAmount(refundMinor, currency);
  if (!amount)
    return { outcome: 'refused', reason: `YooKassa sends no ${refundMinor} minor units of ${currency} back.` };
  const payment = await readPayment(transactionId, attemptId, host);
  const about = { attemptId, isTest: payment.test };
  // A key is forgotten after a day, and money must not go back twice after it.
  const made = (await readRefunds(payment.id, host)).find((each) => ourRefundIn(each)?.refundId === refundId);
  if (made) return endOf(made, about);
  const sale = { name: payment.description ?? 'Refund', amount, email: asked.buyer?.email };
  const receipt = receiptFor(sale, host.settings);
  if (receipt.outcome === 'no email')
    return {
      outcome: 'refused',
      reason: "Its receipt needs the buyer's e-mail address, which is gone. Send it back in YooKassa's cabinet.",
    };
  const answered = await postTo(
    'refunds',
    {
      payment_id: payment.id,
      amount,
      description: describeRefund(refundId, isExtra),
      ...(receipt.outcome === 'made' && { receipt: receipt.receipt }),
    },
    refundId,
    host,
  );
  if (answered.outcome === 'refused') return answered;
  const done = expectShape(Refund, answered.answer, 'a refund');
  if (done.payment_id !== payment.id)
    throw new Error(`YooKassa answers about a refund of another payment than ${payment.id}.`);
  return endOf(done, about);
}

function endOf(refund: Refund, about: { readonly attemptId: string; readonly isTest: boolean }): RefundOutcome {
  const fact = refundFact(refund, about);
  if (!fact) return { outcome: 'pending', providerRefundId: refund.id };
  if (fact.kind === 'refunded') return { outcome: 'done', facts: [fact] };
  const why = refund.cancellation_details?.reason ?? 'it does not say why';
  return { outcome: 'refused', reason: `YooKassa could not send it back: ${why}.` };
}

// Whatever is not 200 comes again, for a day. What an operator has to look at is kept here and need not.
const answers: Readonly<Record<WebhookEnd, number>> = {
  done: 200,
  retry: 503,
  refused: 400,
  mismatch: 200,
  'unknown order': 200,
  // YooKassa never asks for a player.
  'known player': 200,
  'unknown player': 400,
};
