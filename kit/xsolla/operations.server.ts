// Payments through Xsolla's Pay Station. Creating a payment only creates a token, so a retry is harmless: a payment
// with either token carries the attempt's id.
import { Type } from 'typebox';
import type { CreatePaymentResult, CreatePaymentRequest, PaymentOperations } from '#model/payment-operations.server.ts';
import { createWebhookReplyBuilder } from '../create-webhook-reply-builder.server.ts';
import { truncate } from '../truncate.ts';
import { toDecimal } from '../decimal-amount.ts';
import { toProviderLocale, formatProductName, buildPaymentMetadata } from '../describe-payment.server.ts';
import { buildRefusal } from '../build-refusal.ts';
import { buildCreatedResult } from '../payment-results.server.ts';
import { createXsollaClient, buildXsollaWebhookRefusal, type XsollaHost } from './client.server.ts';
import { listPayments, readPayment, readRefundProgress } from './payment.server.ts';
import type { PayStationToken, XsollaProjectSettings } from './project.ts';
import { parseWebhook } from './webhook.server.ts';

type Created = CreatePaymentResult<PayStationToken & { readonly ConfirmationUrl?: string }>;

export async function createXsollaToken(
  payment: CreatePaymentRequest,
  host: XsollaHost,
  custom: Readonly<Record<string, string>> = {},
): Promise<Created> {
  const { Sandbox } = host.settings;
  const json = describeToken(payment, host, custom);
  const reply = await createXsollaClient(host).ask({ subject: 'a token', path: '/token', json, answer: Token });
  if (reply.outcome === 'refused') return reply;
  const { token: PaymentToken } = reply.answer;
  const redirectUrl = payment.wantsRedirect ? writePageUrl(PaymentToken, host) : undefined;
  return buildCreatedResult(host, {
    reply: { PaymentToken, Sandbox, ...(redirectUrl !== undefined && { ConfirmationUrl: redirectUrl }) },
    redirectUrl,
    expiresAt: new Date(host.now().getTime() + tokenLifeMs),
  });
}

export const xsollaPaymentOperations = {
  // Pay Station asks the buyer for the address.
  needsEmail: () => false,
  create: (payment, host) => createXsollaToken(payment, host),
  read: readPayment,
  list: listPayments,
  async refund(asked, host) {
    const { refundId, transactionId, refundMinor, amountMinor, isOverpayment } = asked;
    if (refundMinor !== amountMinor)
      return buildRefusal('This API does not support partial refunds. Use Publisher Account; the portal is notified.');
    const path = `/reports/transactions/${encodeURIComponent(transactionId)}/refund`;
    const json = { description: `${isOverpayment ? 'Paid twice' : 'Undone'} (${refundId})` };
    const reply = await createXsollaClient(host).ask({
      subject: 'a refund',
      method: 'PUT',
      path,
      json,
      answer: Accepted,
    });
    if (reply.outcome === 'answered') return { outcome: 'pending' };
    // Without idempotency keys Xsolla also rejects a retry of a refund that it accepted before. Its records tell the
    // two apart.
    const { events, isUnderWay } = await readRefundProgress(asked, host);
    const refunds = events.filter(({ kind }) => kind === 'refunded');
    if (refunds.length > 0) return { outcome: 'done', events: refunds };
    return isUnderWay ? { outcome: 'pending' } : reply;
  },
  fullRefundsOnly: { remedy: 'Refund the part in Publisher Account. The portal is notified.' },
  parseWebhook,
  // Xsolla resends after a 5xx for two days, but not after a 400.
  buildWebhookReply: createWebhookReplyBuilder({
    done: 204,
    refused: buildXsollaWebhookRefusal('INVALID_SIGNATURE', 'The webhook is not signed with the key of this project.'),
    mismatch: buildXsollaWebhookRefusal(
      'INCORRECT_AMOUNT',
      'The amount, the currency or the mode are not those of the order.',
    ),
    'unknown-order': buildXsollaWebhookRefusal('INCORRECT_INVOICE', 'There is no such order.'),
    'known-player': 204,
    'unknown-player': buildXsollaWebhookRefusal('INVALID_USER', 'There is no such player.'),
  }),
} satisfies PaymentOperations<XsollaProjectSettings, object>;

const Token = Type.Object({ token: Type.String({ minLength: 1, maxLength: 400 }) });

const tokenLifeMs = 24 * 3600_000;

// Xsolla rejects the whole request for one malformed field, so optional values that might be malformed are left out.
function describeToken(
  payment: CreatePaymentRequest,
  { settings: { ProjectId, Sandbox } }: XsollaHost,
  custom: Readonly<Record<string, string>>,
): object {
  const { attemptId, amountMinor, currency, buyer, returnUrl, wantsRedirect } = payment;
  const language = toProviderLocale(payment.locale, languages, { 'pt-br': 'pt', zh: 'cn' });
  const name = truncate(buyer.name.trim(), 100);
  return {
    user: {
      id: { value: buyer.accountId },
      ...(name !== '' && { name: { value: name } }),
      ...(buyer.email !== undefined && buyer.email.length <= 100 && { email: { value: buyer.email } }),
      ...(buyer.country !== undefined && { country: { value: buyer.country, allow_modify: true } }),
    },
    settings: {
      project_id: ProjectId,
      // Xsolla requires a unique id per payment, and an order may have several attempts.
      external_id: attemptId,
      currency,
      ...(language !== undefined && { language }),
      ...(Sandbox && { mode: 'sandbox' }),
      // In the widget, this would load our page inside the frame.
      ...(wantsRedirect && { return_url: returnUrl }),
    },
    purchase: {
      checkout: { amount: Number(toDecimal(amountMinor, currency)), currency },
      description: { value: formatProductName(payment, 200) },
    },
    custom_parameters: { ...custom, ...buildPaymentMetadata(payment) },
  };
}

const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'ru', 'tr'];

function writePageUrl(token: string, { settings: { Sandbox, PayStationUrl } }: XsollaHost): string {
  const origin = PayStationUrl ?? (Sandbox ? 'https://sandbox-secure.xsolla.com' : 'https://secure.xsolla.com');
  return `${origin}/paystation4/?token=${encodeURIComponent(token)}`;
}

/** Xsolla confirms the refund later, by a webhook. */
const Accepted = Type.Union([Type.Undefined(), Type.Object({ message: Type.String() })]);
