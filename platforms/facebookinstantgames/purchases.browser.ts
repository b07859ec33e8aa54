// Purchases. The page brings what Facebook has signed to our server, and consumes what it has granted.
import { PlatformError, type AllCapabilities, type PaymentReplyOf } from '../port.browser.ts';
import { personMs } from '../kit/attempt.browser.ts';
import { createCatalogue } from '../kit/catalogue.browser.ts';
import { createClaimedPurchases } from '../kit/claim-purchases.browser.ts';
import { isCancelled, title, toPlatformError, type Client, type Host, type Purchase } from './client.browser.ts';
import type { facebookinstantgames } from './platform.ts';

type Reply = PaymentReplyOf<typeof facebookinstantgames>;

export function createPurchases(
  host: Host,
  { sdk: { payments }, begin }: Client,
): AllCapabilities<undefined, Reply>['purchases'] {
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  payments.onReady(() => {
    isReady = true;
    ready.resolve();
  });
  // By what was signed: our server's answer names none.
  const tokens = new Map<string, string>();
  const keep = ({ signedRequest, purchaseToken }: Purchase): string => {
    tokens.set(signedRequest, purchaseToken);
    return signedRequest;
  };
  const claimOne = async (signed: string) => ({
    PurchaseToken: tokens.get(signed) ?? '',
    Success: (await host.calls.purchase({ Game: host.game, FbInstantPurchaseSignedData: signed })).Success,
  });
  const claimed = createClaimedPurchases<Reply>(host, {
    title,
    async buy({ orderId, reply }) {
      try {
        const wish = { productID: reply.StoreSpecificOrderProductSku, developerPayload: orderId };
        return keep(await payments.purchaseAsync(wish));
      } catch (error) {
        throw isCancelled(error) ? error : toPlatformError(error);
      }
    },
    // Each is signed by itself. What went back to its buyer is none any more.
    async list() {
      const left = (await payments.getPurchasesAsync()).filter(
        ({ isConsumed, paymentActionType }) => isConsumed !== true && paymentActionType !== 'refund',
      );
      return JSON.stringify(left.map(keep));
    },
    consume: (token) => payments.consumePurchaseAsync(token),
    async claim(signed, isList) {
      const ends: Awaited<ReturnType<typeof claimOne>>[] = [];
      for (const each of isList ? (JSON.parse(signed) as string[]) : [signed]) ends.push(await claimOne(each));
      return ends;
    },
    isFailure: () => false,
  });
  const readCatalogue = createCatalogue(host, title, async () =>
    (await payments.getCatalogAsync())
      // What Facebook has converted is no price of ours.
      .filter(({ priceCurrencyCode }) => priceCurrencyCode === 'USD')
      .map(({ productID, price, priceCurrencyCode, priceAmount = price.replaceAll(/[^\d.]/g, '') }) => ({
        sku: productID,
        price: Number(priceAmount),
        currency: priceCurrencyCode,
        priceText: price,
      })),
  );
  return {
    ...claimed,
    // Before there is an order.
    async request() {
      await begin();
      if (!isReady) throw new PlatformError('Unknown', 'Payments api still not ready');
      return undefined;
    },
    // Until then our own prices count: a game asks for them while it is loaded.
    catalogue: async () => (isReady ? readCatalogue() : undefined),
    /** At the start of a game its purchases are not ready yet. */
    async restore() {
      await host.inTime(`the payments of ${title}`, ready.promise, personMs);
      await claimed.restore();
    },
  };
}
