// Purchases of a platform that tells nobody but the buyer's browser: signed, and brought by it. There are no webhooks and no records to
// read: what was paid and not brought is brought at the next start, because it stays at the platform until it is consumed.
import { refuse } from '#kit/refuse.ts';
import type { PaymentCreation, PaymentToCreate, PaymentVerbs } from '#model/payment-verbs.server.ts';
import type { ProvedPurchase, Tools } from '../port.server.ts';
import type { PlatformManifest } from '../port.ts';

/** @param reply the block with which the browser buys: nothing is created at the platform */
export const createClaimedPayments = <Reply>(
  { title, storeCurrency, otherStoreCurrencies = [] }: Sold,
  reply: (payment: PaymentToCreate) => Reply,
): PaymentVerbs<unknown, Reply> => ({
  needsEmail: () => false,
  create: async (payment): Promise<PaymentCreation<Reply>> =>
    [storeCurrency, ...otherStoreCurrencies].includes(payment.currency) && payment.amountMinor > 0
      ? { outcome: 'created', reply: reply(payment) }
      : refuse(`${title} takes ${storeCurrency} and no ${payment.amountMinor} ${payment.currency}.`),
  read: async () => ({ facts: [], isOver: false }),
  refund: async () => refuse(`${title} gives money back only by its own support.`),
  readWebhook: async () => refuse(`${title} sends no webhooks.`),
  answerWebhook: () => ({ status: 404 }),
});

type Sold = Pick<PlatformManifest, 'title' | 'storeCurrency' | 'otherStoreCurrencies'>;

export interface ClaimEnd {
  readonly PurchaseToken: string;
  readonly Success: boolean;
}

/**
 * Each is given to the player who brings it, once. One after the other: an account's purchases are settled in turn anyway.
 * @param read what a purchase proves; undefined: it was not sold by us, or not at all
 */
export async function claimEach<Purchase extends { readonly token: string }>(
  purchases: readonly Purchase[],
  read: (purchase: Purchase) => Omit<ProvedPurchase, 'transactionId'> | undefined,
  { claim }: Pick<Tools, 'claim'>,
): Promise<ClaimEnd[]> {
  const ends: ClaimEnd[] = [];
  for (const purchase of purchases) {
    const { token } = purchase;
    const proved = isName.test(token) ? read(purchase) : undefined;
    const end = proved && isName.test(proved.sku) ? await claim({ transactionId: token, ...proved }) : undefined;
    ends.push({ PurchaseToken: token, Success: end?.outcome === 'granted' });
  }
  return ends;
}

// Whatever a database takes and a line of a log shows.
const isName = /^\P{Cc}+$/u;
