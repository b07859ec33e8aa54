// Odnoklassniki, as the server sees it: who plays, by the address that it signed and the session in it, and OKs, by its own question
// before it takes them. What the buyer's browser says about a purchase proves nothing. It has no records that could be read and no call
// that gives anything back; but it takes nothing that we have not answered well, so what we do not know was not paid.
import type { Static } from 'typebox';
import { truncate } from '#kit/truncate.ts';
import { refuse } from '#kit/refuse.ts';
import type { PaymentCreation, PaymentToCreate } from '#model/payment-verbs.server.ts';
import { defineServerAdapter } from '../port.server.ts';
import { oks } from './oks.ts';
import { odnoklassniki } from './platform.ts';
import { verify } from './verify.server.ts';
import { answerWebhook, readWebhook } from './webhook.server.ts';

export const adapter = defineServerAdapter(odnoklassniki, {
  verify,
  payments: {
    needsEmail: () => false,
    create,
    read: async () => ({ facts: [], isOver: false }),
    refund: async () =>
      refuse(
        'Odnoklassniki has no call that gives OKs back. Ask its support for it with the number of the transaction, or give the player something else.',
      ),
    sendsByGet: true,
    readWebhook,
    answerWebhook,
  },
  calls: {},
});

type Reply = Static<typeof odnoklassniki.paymentReply.block>;

/** There is nothing to create there: the payment dialog names the order, and we are asked about it. */
async function create(payment: PaymentToCreate): Promise<PaymentCreation<Reply>> {
  const { orderId, amountMinor, currency, product } = payment;
  if (currency !== oks || amountMinor < 1)
    return refuse(`Odnoklassniki sells for OKs (${oks}) only, and for one at least.`);
  const name = product.name.trim() || product.sku;
  const reply = {
    ExtraAttributes: JSON.stringify({ orderId }),
    Name: truncate(name, 200),
    // The dialog has to have one.
    Description: truncate(product.description.trim() || name, 2000),
    Price: amountMinor,
  };
  return { outcome: 'created', reply };
}
