// Odnoklassniki: logins by its signed launch URL, and payments in OKs. It has no records and no refund API, but takes
// money only if we accept, so an unknown payment wasn't paid.
import type { Static } from 'typebox';
import { truncate } from '#kit/truncate.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { CreatePaymentResult, CreatePaymentRequest } from '#model/payment-operations.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { oksCurrencyCode } from './oks.ts';
import { odnoklassniki } from './platform.ts';
import { verify } from './verify.server.ts';
import { buildWebhookReply, parseWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(odnoklassniki, {
  verify,
  payments: {
    needsEmail: () => false,
    create,
    read: async () => ({ events: [], isOver: false }),
    refund: async () =>
      buildRefusal(
        'Odnoklassniki has no call that gives OKs back. Ask its support for it with the number of the transaction, or give the player something else.',
      ),
    sendsWebhooksByGet: true,
    parseWebhook,
    buildWebhookReply,
  },
  calls: {},
});

type Reply = Static<typeof odnoklassniki.paymentReply.block>;

/** Nothing is created there: the payment dialog names our order, and the platform queries it. */
async function create(payment: CreatePaymentRequest): Promise<CreatePaymentResult<Reply>> {
  const { orderId, amountMinor, currency, product } = payment;
  if (currency !== oksCurrencyCode || amountMinor < 1)
    return buildRefusal(`Odnoklassniki sells only for OKs (${oksCurrencyCode}), at least one.`);
  const name = product.name.trim() || product.sku;
  const reply = {
    ExtraAttributes: JSON.stringify({ orderId }),
    Name: truncate(name, 200),
    // The dialog requires one.
    Description: truncate(product.description.trim() || name, 2000),
    Price: amountMinor,
  };
  return { outcome: 'created', reply };
}
