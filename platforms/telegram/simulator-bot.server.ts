// The books of the simulated bot: its invoices, every Star that came or went, and where its updates go. They are lost with the
// process.
import { randomBytes } from 'node:crypto';

export interface Invoice {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly payload: string;
  readonly amount: number;
}

export interface Charge {
  readonly id: string;
  readonly payerId: number;
  readonly payload: string;
  readonly amount: number;
  isRefunded: boolean;
}

export interface Update {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

/** How a question before a payment was answered. */
export interface Consent {
  readonly ok: boolean;
  readonly message?: string;
}

export interface Bot {
  readonly token: string;
  readonly invoices: Map<string, Invoice>;
  readonly charges: Map<string, Charge>;
  /** Oldest first, as the Bot API lists them. */
  readonly transactions: object[];
  /** Questions that wait for an answer by a call. */
  readonly questions: Map<string, (consent: Consent) => void>;
  webhook: { readonly url: string; readonly secret: string | undefined };
  addInvoice(invoice: Omit<Invoice, 'slug'>): Invoice;
  /** Takes Stars. The same key takes them once. */
  charge(given: Omit<Charge, 'id' | 'isRefunded'>, key?: string): Charge;
  /** Gives them back, and gives the update that the bot gets about it. */
  refund(charge: Charge): Update;
  update(content: object): Update;
}

export function createBot(token: string, webhook: Bot['webhook'], now: () => Date): Bot {
  const seconds = (): number => Math.floor(now().getTime() / 1000);
  let updates = 0;
  const bot: Bot = {
    token,
    webhook,
    invoices: new Map(),
    charges: new Map(),
    transactions: [],
    questions: new Map(),
    addInvoice(given) {
      const invoice = { ...given, slug: randomBytes(12).toString('base64url') };
      bot.invoices.set(invoice.slug, invoice);
      return invoice;
    },
    charge(given, key = randomBytes(15).toString('base64url')) {
      const id = `stx${key}`;
      const known = bot.charges.get(id);
      if (known) return known;
      const charge: Charge = { ...given, id, isRefunded: false };
      bot.charges.set(id, charge);
      bot.transactions.push({ id, amount: charge.amount, date: seconds(), source: partnerOf(charge) });
      return charge;
    },
    refund(charge) {
      if (!charge.isRefunded)
        bot.transactions.push({ id: charge.id, amount: charge.amount, date: seconds(), receiver: partnerOf(charge) });
      charge.isRefunded = true;
      return bot.update(paymentMessage('refunded_payment', charge, seconds()));
    },
    update: (content) => ({ update_id: (updates += 1), ...content }),
  };
  return bot;
}

export function paymentMessage(kind: 'successful_payment' | 'refunded_payment', charge: Charge, date: number): object {
  const { id, payerId, payload, amount } = charge;
  const about = { currency: 'XTR', total_amount: amount, invoice_payload: payload, telegram_payment_charge_id: id };
  const from = { id: payerId, is_bot: false, first_name: 'Simulated' };
  const chat = { id: payerId, type: 'private' };
  return { message: { message_id: 1, date, from, chat, [kind]: { ...about, provider_payment_charge_id: id } } };
}

const partnerOf = ({ payerId, payload }: Charge): object => ({
  type: 'user',
  transaction_type: 'invoice_payment',
  user: { id: payerId, is_bot: false, first_name: 'Simulated' },
  invoice_payload: payload,
});
