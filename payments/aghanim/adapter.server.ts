// Payments by Aghanim, which sells as the merchant of record: the buyer pays on its checkout page in a tab of its own. What the browser
// sees is no proof; a signed webhook is, and what Aghanim's API answers.
//
// There are no idempotency keys. Each order carries the id of its attempt, whoever it is told by; one that is asked for again is looked
// for first, and of two orders of one attempt the core gives out one and has the other closed. Should both be paid all the same, they are
// two charges of one attempt, and the second is extra money.
import { Type } from 'typebox';
import { replyByStatus } from '#kit/reply-by-status.server.ts';
import { truncate } from '#kit/truncate.ts';
import { toDecimal } from '#kit/decimal-amount.ts';
import { refuse } from '#kit/refuse.ts';
import { checkoutStatusOf } from '#model/order.ts';
import { toProviderLocale, formatProductName, buildPaymentMetadata } from '#kit/describe-payment.server.ts';
import { defineServerAdapter, type CreationOf, type CreatePaymentRequest } from '../port.server.ts';
import { countSeconds, createClient, NewOrder, type Host } from './client.server.ts';
import {
  buildPaymentEvent,
  describeSale,
  findOrders,
  listPayments,
  readOwn,
  readPayment,
  readState,
} from './payment.server.ts';
import { aghanim } from './provider.ts';
import { parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(aghanim, {
  // The checkout page asks for it.
  needsEmail: () => false,
  async create(payment, host) {
    if (wasAskedBefore(payment, host)) {
      const [found] = await findOrders(payment, host);
      if (found?.checkout_url !== undefined)
        return tellCreation({ order_id: found.id, checkout_url: found.checkout_url }, payment);
    }
    const json = describeOrder(payment);
    const reply = await createClient(host).ask({ subject: 'a new order', path: '/v1/orders', json, answer: NewOrder });
    return reply.outcome === 'refused' ? reply : tellCreation(reply.answer, payment);
  },
  read: readPayment,
  list: listPayments,
  async cancel(attempt, host) {
    const { providerPaymentId } = attempt;
    if (providerPaymentId === undefined) return;
    const path = `/v1/orders/${encodeURIComponent(providerPaymentId)}/expire`;
    const asked = { subject: 'the end of an order', method: 'PATCH' as const, path, answer: Type.Unknown() };
    const reply = await createClient(host).ask(asked);
    // It is held, paid or over: a read tells which.
    if (reply.outcome === 'refused' && readState(await readOwn(attempt, providerPaymentId, host)) === 'open')
      throw new Error(reply.reason);
  },
  async refund(asked, host) {
    const { attemptId, refundId, transactionId, refundMinor, amountMinor, isExtra } = asked;
    if (refundMinor !== amountMinor) return refuse(`Aghanim sends back whole orders alone. ${remedy}`);
    const path = `/v1/orders/${encodeURIComponent(transactionId)}/refund`;
    const json = { reason: `${isExtra ? 'Paid twice' : 'Undone'} (${refundId})` };
    const reply = await createClient(host).ask({ subject: 'a refund', path, json, answer: Type.Unknown() });
    // There are no keys: one that was asked for before, and whose answer was lost, is refused. The records tell the two apart.
    const order = await readOwn(asked, transactionId, host);
    if (order.status === 'refunded') {
      const source = { attemptId, isTest: host.settings.Sandbox, toldBy: `read:${order.id}` };
      return { outcome: 'done', events: [buildPaymentEvent('refunded', describeSale(order), source)] };
    }
    return reply.outcome === 'answered' || order.status === 'refund_requested' ? { outcome: 'pending' } : reply;
  },
  refundsWholeOnly: { remedy: 'What goes back in part has to be agreed with Aghanim, which is the seller.' },
  calls: {
    // From our own row: the portal asks every second. What Aghanim says is read beside it, at most once in some seconds.
    async status(_, __, tools) {
      const { status } = tools.payment;
      if (status === 'Created' || status === 'WaitingForPayment') await tools.refresh();
      return { Status: checkoutStatusOf(status) };
    },
  },
  parseWebhook,
  // Whatever is not 2xx comes again.
  buildWebhookReply: replyByStatus(),
});

const remedy = 'For a part ask Aghanim, which is the seller.';

/** The first time it is asked for in the moment in which it was written. */
const wasAskedBefore = ({ createdAt }: CreatePaymentRequest, { now }: Host): boolean =>
  now().getTime() - createdAt.getTime() > momentMs;

const momentMs = 3_000;

const tellCreation = (
  { order_id: providerPaymentId, checkout_url: url }: { readonly order_id: string; readonly checkout_url: string },
  { expiresAt }: CreatePaymentRequest,
): CreationOf<typeof aghanim> => ({
  outcome: 'created',
  providerPaymentId,
  reply: { CheckoutUrl: url },
  redirectUrl: url,
  expiresAt,
});

// One wrong format anywhere, and all of it is refused: what might not fit and is not needed is left out.
function describeOrder(payment: CreatePaymentRequest): object {
  const { amountMinor, currency, product, buyer, callerAddress, returnUrl, expiresAt } = payment;
  const description = truncate(product.description.trim(), 500);
  const name = truncate(buyer.name.trim(), 100);
  const locale = toProviderLocale(payment.locale, locales);
  return {
    player_id: buyer.accountId,
    items: [
      {
        sku: product.sku,
        name: formatProductName(payment, 200),
        quantity: 1,
        ...(description !== '' && { description }),
      },
    ],
    // Of the order as a whole, in major units; the amount that comes back is to be the one that was asked for.
    price_decimal: Number(toDecimal(amountMinor, currency)),
    currency,
    currency_preferred: true,
    coupons_enabled: false,
    metadata: buildPaymentMetadata(payment),
    // Without it an order lives for a day or for three: its guides and its reference differ.
    expires_at: countSeconds(expiresAt),
    platform: 'other',
    back_to_store_url: returnUrl,
    redirect_settings: { mode: 'immediate', target: 'store' },
    ...(name !== '' && { player_info: { name } }),
    ...(buyer.email !== undefined && { email: buyer.email }),
    ...(buyer.country !== undefined && { country: buyer.country }),
    ...(callerAddress !== undefined && { ip_address: callerAddress }),
    ...(locale !== undefined && { locale }),
  };
}

/** Those of ours that it speaks. */
const locales = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pl', 'pt-BR', 'ru', 'tr', 'uk', 'zh'] as const;
