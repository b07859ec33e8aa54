// Purchases. The page sends what Facebook signed to our server, with the order that it is for, and consumes what was
// granted. Facebook no longer returns a text of ours with a purchase.
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
  { call, callDialog, begin, session, paymentsReady, arePaymentsReady }: InstantClient,
): AllCapabilities<undefined, Reply>['purchases'] {
  // By signed request: our server's reply doesn't contain the tokens.
  const tokens = new Map<string, string>();
  const orders = new Map<string, string>();
  const keep = ({ signedRequest, purchaseToken }: InstantPurchase): string => {
    tokens.set(signedRequest, purchaseToken);
    return signedRequest;
  };
  const claimOne = async (signed: string) => {
    const PurchaseToken = tokens.get(signed) ?? '';
    const orderId = orders.get(PurchaseToken);
    const { Success } = await host.calls.purchase({
      Game: host.game,
      FbInstantPurchaseSignedData: signed,
      ...(orderId !== undefined && { PublicOrderId: orderId }),
    });
    return { PurchaseToken, Success };
  };
  const claimed = createBrowserReportedPurchases<Reply>(host, {
    title: platformTitle,
    async buy({ orderId, reply }) {
      try {
        const purchase = await callDialog('payments.purchaseAsync', { productID: reply.StoreSpecificOrderProductSku });
        orders.set(purchase.purchaseToken, orderId);
        return keep(purchase);
      } catch (error) {
        throw isCancelled(error) ? error : toPlatformError(error);
      }
    },
    // Each purchase is signed separately. Refunded ones are omitted.
    async list() {
      const left = (await call('payments.getPurchasesAsync')).filter(
        ({ isConsumed, paymentActionType }) => isConsumed !== true && paymentActionType !== 'refund',
      );
      return JSON.stringify(left.map(keep));
    },
    consume: (token) => call('payments.consumePurchaseAsync', token),
    async claim(signed, isList) {
      const ends: Awaited<ReturnType<typeof claimOne>>[] = [];
      for (const each of isList ? (JSON.parse(signed) as string[]) : [signed]) ends.push(await claimOne(each));
      return ends;
    },
    isFailure: () => false,
  });
  // Apple sets its own prices.
  const isApple = session.platform === 'IOS';
  const readCatalogue = createCachedCatalogue(host, platformTitle, async () =>
    (await call('payments.getCatalogAsync')).map(
      ({ productID, price, priceCurrencyCode, priceAmount = price.replaceAll(/[^\d.]/g, '') }) => ({
        sku: productID,
        price: Number(priceAmount),
        currency: priceCurrencyCode,
        priceText: price,
        ...((isApple || priceCurrencyCode !== 'USD') && { isForDisplay: true as const }),
      }),
    ),
  );
  return {
    ...claimed,
    async request() {
      await begin();
      if (!arePaymentsReady()) throw new PlatformError('Unknown', 'Payments api still not ready');
      return undefined;
    },
    // Until payments are ready our own prices apply: games request prices while they load.
    catalogue: async () => (arePaymentsReady() ? readCatalogue() : undefined),
    /** Payments aren't ready when a game starts. */
    async restore() {
      await host.withPlatformTimeout(`the payments of ${platformTitle}`, paymentsReady, personDecisionTimeoutMs);
      await claimed.restore();
    },
  };
}
