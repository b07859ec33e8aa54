// The specification does not say which of this vendor's two interfaces is used: API 2-03, chosen here, or the billing
// of its games platform. Only these two functions would differ.
import { Type } from 'typebox';
import type { VendorReply } from '#kit/call-vendor.server.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { formatProductName } from '#kit/describe-payment.server.ts';
import type { CreatePaymentRequest, Webhook, ParsedWebhook } from '../port.server.ts';
import { callMoneyMailRu, transactionIdSchema, vendorName, type MoneyMailRuHost } from './client.server.ts';
import { normaliseTransactionId } from './payment.server.ts';
import { moneyMailRuPageOrigins } from './page-origins.ts';
import { parseWebhook } from './webhook.server.ts';

interface PaymentWindow {
  readonly createUrl: (payment: CreatePaymentRequest, host: MoneyMailRuHost) => Promise<VendorReply<OpenedPaymentPage>>;
  readonly verifyCallback: (webhook: Webhook, host: MoneyMailRuHost) => Promise<ParsedWebhook>;
}

export interface OpenedPaymentPage {
  readonly providerPaymentId: string;
  readonly url: string;
}

export const paymentPageProtocol: PaymentWindow = {
  async createUrl(payment, host) {
    const { attemptId, amountMinor, currency, buyer, returnUrl, wantsRedirect } = payment;
    if (currency !== 'RUB' || !Number.isSafeInteger(amountMinor) || amountMinor < 1)
      return buildRefusal(`${vendorName} does not support a payment of ${amountMinor} minor units of ${currency}.`);
    const body = {
      currency,
      amount: toDecimal(amountMinor, currency),
      pay_method: host.settings.PayMethod,
      // Money.Mail.Ru processes each id once, and an order may have several attempts.
      issuer_id: attemptId,
      description: formatProductName(payment, 128),
      user_info: { user_id: buyer.accountId },
      // The portal's return page may not be framed.
      ...(wantsRedirect && { notify: { back_url: returnUrl, success_url: returnUrl, fail_url: returnUrl } }),
    };
    const question = { method: 'transaction/start', subject: 'a new payment', body, answer: Started };
    const reply = await callMoneyMailRu(host, question);
    if (reply.outcome === 'refused') return reply;
    const { transaction_id: id, action_param: param } = reply.answer;
    return {
      outcome: 'answered',
      answer: { providerPaymentId: normaliseTransactionId(id), url: requirePage(param.url, host) },
    };
  },
  verifyCallback: parseWebhook,
};

const Started = Type.Object({
  transaction_id: transactionIdSchema,
  action: Type.Literal('redirect'),
  action_param: Type.Object({ url: Type.String({ maxLength: 2048 }) }),
});

/** The frame could not show a page of an unknown origin. */
function requirePage(url: string, { settings }: MoneyMailRuHost): string {
  const origins = settings.PageOrigins ?? moneyMailRuPageOrigins;
  const { origin } = URL.canParse(url) ? new URL(url) : { origin: 'nowhere' };
  if (origins.includes(origin)) return url;
  throw new Error(`${vendorName} has its page at ${origin}, which is not among PageOrigins. Add it if it is theirs.`);
}
