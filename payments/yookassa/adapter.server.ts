// Payments by YooKassa: in the portal as its widget in the checkout frame, or on YooKassa's own page. Neither the browser nor a webhook
// proves anything; what YooKassa's API answers does.
import type { Static } from 'typebox';
import { answerByStatus } from '#kit/answer-webhook.server.ts';
import { clip } from '#kit/clip.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { refuse } from '#kit/refuse.ts';
import { serverHalf, type PaymentCreation, type PaymentToCreate } from '../port.server.ts';
import type { RefundOutcome, RefundToSend } from '../port.server.ts';
import { keyLifeMs, Payment, postYookassa, Refund, type Host } from './client.server.ts';
import { describeRefund, listPayments, ourRefundIn, readOwn, readPayment } from './payment.server.ts';
import { readRefunds, refundFact, type About } from './payment.server.ts';
import { yookassa } from './provider.ts';
import { readWebhook } from './webhook.server.ts';

// There is no cancel: YooKassa closes nothing before money is held, and we never let it hold any.
export const half = serverHalf(yookassa, {
  needsEmail: (settings) => settings.Receipt !== undefined,
  create,
  read: readPayment,
  list: listPayments,
  refund,
  readWebhook,
  // Whatever is not 200 comes again, for a day.
  answerWebhook: answerByStatus(),
});

type Block = Static<typeof yookassa.paymentReply.block>;

async function create(payment: PaymentToCreate, host: Host): Promise<PaymentCreation<Block>> {
  const { attemptId, orderId, amountMinor, currency, createdAt, buyer } = payment;
  const amount = amountOf(amountMinor, currency);
  if (!amount) return refuse(`YooKassa takes no ${amountMinor} minor units of ${currency}.`);
  if (host.now().getTime() - createdAt.getTime() > keyLifeMs - hourMs)
    throw new Error(
      `Attempt ${attemptId} is too old: YooKassa may have forgotten it and would create another payment.`,
    );
  if (needsAddress(buyer.email, host)) return refuse('The receipt needs an e-mail address of the buyer.');
  const name = nameOf(payment);
  const isRedirect = payment.wantsRedirect || host.settings.Confirmation === 'Redirect';
  const locale = payment.locale === 'ru' ? 'ru_RU' : 'en_US';
  // Nothing in it may depend on when it is asked: the same key with another body is refused.
  const json = {
    amount,
    capture: true,
    confirmation: isRedirect
      ? { type: 'redirect', return_url: payment.returnUrl, locale }
      : { type: 'embedded', locale },
    description: name,
    metadata: { attempt_id: attemptId, order_id: orderId },
    ...receiptFor({ name, amount, email: buyer.email }, host),
  };
  const asked = await postYookassa('payments', { json, key: attemptId, subject: 'a new payment' }, Payment, host);
  return asked.outcome === 'refused' ? asked : creationOf(asked.answer, isRedirect, host);
}

function creationOf(payment: Payment, isRedirect: boolean, host: Host): PaymentCreation<Block> {
  const { id: providerPaymentId, confirmation, created_at: created } = payment;
  const { confirmation_url: url, confirmation_token: token } = confirmation ?? {};
  const createdMs = Date.parse(created);
  if (isRedirect && url !== undefined && URL.canParse(url))
    return { outcome: 'created', providerPaymentId, reply: { Redirect: true, ConfirmationUrl: url }, redirectUrl: url };
  if (isRedirect || token === undefined || Number.isNaN(createdMs))
    throw new Error(`YooKassa created ${providerPaymentId} without a way to pay it.`);
  const { ScriptUrl } = host.settings;
  const reply = { Redirect: false, ConfirmationToken: token, ...(ScriptUrl !== undefined && { ScriptUrl }) };
  return { outcome: 'created', providerPaymentId, reply, expiresAt: new Date(createdMs + tokenLifeMs) };
}

const hourMs = 3600_000;
// The widget takes a token for an hour; a little less, so that nobody is given one that ends at once.
const tokenLifeMs = hourMs - 5 * 60_000;

// YooKassa takes 128.
function nameOf({ product, quantity }: PaymentToCreate): string {
  const count = quantity > 1 ? ` × ${quantity}` : '';
  return clip(product.name.trim() || product.sku, 128 - count.length) + count;
}

/** Undefined: YooKassa cannot take it. */
function amountOf(minor: number, currency: string): { readonly value: string; readonly currency: string } | undefined {
  const isAmount = currency === 'RUB' && Number.isSafeInteger(minor) && minor > 0;
  return isAmount ? { value: toDecimal(minor, currency), currency } : undefined;
}

const needsAddress = (email: string | undefined, { settings }: Host): boolean =>
  settings.Receipt !== undefined && email === undefined;

/** By 54-FZ, of a payment and of a refund. One line holds the whole sum, so lines and payment can never differ. */
function receiptFor(
  { name, amount, email }: { name: string; amount: object; email: string | undefined },
  { settings }: Host,
): object {
  const { Receipt: rules } = settings;
  if (!rules) return {};
  const { VatCode: vat_code, PaymentMode: payment_mode, PaymentSubject: payment_subject, TaxSystemCode: taxes } = rules;
  const items = [{ description: name, quantity: 1, amount, vat_code, payment_mode, payment_subject }];
  return { receipt: { customer: { email }, items, ...(taxes !== undefined && { tax_system_code: taxes }) } };
}

async function refund(asked: RefundToSend, host: Host): Promise<RefundOutcome> {
  const { attemptId, refundId, transactionId, refundMinor, currency, isExtra, buyer } = asked;
  const amount = amountOf(refundMinor, currency);
  if (!amount) return refuse(`YooKassa sends no ${refundMinor} minor units of ${currency} back.`);
  const payment = await readOwn(transactionId, attemptId, host);
  const about = { attemptId, isTest: payment.test };
  // A key is forgotten after a day, and money must not go back twice after it.
  const made = (await readRefunds(payment.id, host)).find((each) => ourRefundIn(each)?.refundId === refundId);
  if (made) return endOf(made, about);
  if (needsAddress(buyer?.email, host))
    return refuse("Its receipt needs the buyer's e-mail address, which is gone. Send it back in YooKassa's cabinet.");
  const json = {
    payment_id: payment.id,
    amount,
    description: describeRefund(refundId, isExtra),
    ...receiptFor({ name: payment.description ?? 'Refund', amount, email: buyer?.email }, host),
  };
  const reply = await postYookassa('refunds', { json, key: refundId, subject: 'a refund' }, Refund, host);
  if (reply.outcome === 'refused') return reply;
  if (reply.answer.payment_id !== payment.id)
    throw new Error(`YooKassa answers about a refund of another payment than ${payment.id}.`);
  return endOf(reply.answer, about);
}

function endOf(made: Refund, about: About): RefundOutcome {
  const fact = refundFact(made, about);
  if (!fact) return { outcome: 'pending', providerRefundId: made.id };
  if (fact.kind === 'refunded') return { outcome: 'done', facts: [fact] };
  return refuse(`YooKassa could not send it back: ${made.cancellation_details?.reason ?? 'it does not say why'}.`);
}
