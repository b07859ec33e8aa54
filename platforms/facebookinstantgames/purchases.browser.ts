// Purchases. The page sends what Facebook signed to our server and consumes what it granted.
import { PlatformError, type AllCapabilities, type PaymentReplyOf } from '../port.browser.ts';
import { personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { createCachedCatalogue } from '../kit/catalogue.browser.ts';
import { createBrowserReportedPurchases } from '../kit/claim-purchases.browser.ts';
import {
  isCancelled,
  platformTitle,
  toPlatformError,
  type InstantClient,
  type InstantGamesHost,
  type InstantPurchase,
} from './client.browser.ts';
import type { facebookinstantgames } from './platform.ts';

type Reply = PaymentReplyOf<typeof facebookinstantgames>;

export function createPurchases(
  host: InstantGamesHost,
  { sdk: { payments }, begin }: InstantClient,
): AllCapabilities<undefined, Reply>['purchases'] {
  const ready = Promise.withResolvers<void>();
  let isReady = false;
  payments.onReady(() => {
    isReady = true;
    ready.resolve();
  });
  // Purchase tokens by signed request: our server's reply doesn't contain them.
  const tokens = new Map<string, string>();
  const keep = ({ signedRequest, purchaseToken }: InstantPurchase): string => {
    tokens.set(signedRequest, purchaseToken);
    return signedRequest;
  };
  const claimOne = async (signed: string) => ({
    PurchaseToken: tokens.get(signed) ?? '',
    Success: (await host.calls.purchase({ Game: host.game, FbInstantPurchaseSignedData: signed })).Success,
  });
  const claimed = createBrowserReportedPurchases<Reply>(host, {
    title: platformTitle,
    async buy({ orderId, reply }) {
      try {
        const wish = { productID: reply.StoreSpecificOrderProductSku, developerPayload: orderId };
        return keep(await payments.purchaseAsync(wish));
      } catch (error) {
        throw isCancelled(error) ? error : toPlatformError(error);
      }
    },
    // Each purchase is signed separately. Refunded ones are omitted.
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
  const readCatalogue = createCachedCatalogue(host, platformTitle, async () =>
    (await payments.getCatalogAsync())
      // Converted prices aren't ours.
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
    async request() {
      await begin();
      if (!isReady) throw new PlatformError('Unknown', 'Payments api still not ready');
      return undefined;
    },
    // Until payments are ready our own prices apply: games request prices while they load.
    catalogue: async () => (isReady ? readCatalogue() : undefined),
    /** Payments aren't ready when a game starts. */
    async restore() {
      await host.withPlatformTimeout(`the payments of ${platformTitle}`, ready.promise, personDecisionTimeoutMs);
      await claimed.restore();
    },
  };
}
