// Purchases. Yandex Games reports them only to this browser.
import type { AllCapabilities, BrowserHost, CatalogueItem, PaymentReplyOf } from '../port.browser.ts';
import { tryOrFallback } from '../kit/waiting.browser.ts';
import { createCachedCatalogue } from '../kit/catalogue.browser.ts';
import { createBrowserReportedPurchases } from '../kit/claim-purchases.browser.ts';
import type { YandexPayments } from './client.browser.ts';
import type { yandexgames } from './platform.ts';

type Host = BrowserHost<typeof yandexgames>;
type Purchases = AllCapabilities<undefined, PaymentReplyOf<typeof yandexgames>>['purchases'];

/** @param payload from the link that started the game */
export function createPurchases(host: Host, payments: YandexPayments, payload: string | undefined): Purchases {
  const claimed = createBrowserReportedPurchases<PaymentReplyOf<typeof yandexgames>>(host, {
    title: 'Yandex Games',
    async buy({ orderId, reply }) {
      const wish = { id: reply.StoreSpecificOrderProductSku, developerPayload: orderId };
      return (await payments.purchase(wish)).signature;
    },
    list: async () => (await payments.getPurchases()).signature,
    consume: (token) => payments.consumePurchase(token),
    async claim(YandexSignedData, YandexGetPurchasesRequest) {
      const request = { Game: host.game, YandexSignedData, YandexGetPurchasesRequest };
      const { TokenSuccesses } = await host.calls.purchase(request);
      if (!YandexGetPurchasesRequest || TokenSuccesses.every(({ Success }) => Success)) return TokenSuccesses;
      // The rest may be bonuses of the platform, which cost nothing.
      const given = await redeemBonus(host, YandexSignedData);
      return TokenSuccesses.map(({ PurchaseToken, Success }) => ({
        PurchaseToken,
        Success: Success || given.includes(PurchaseToken),
      }));
    },
    // A closed window, a lack of money and an unknown product look the same; only a payment failure has a code.
    isFailure: (message) => message.includes('PAYMENT_FAILURE'),
  });
  return {
    ...claimed,
    catalogue: createCachedCatalogue(host, 'Yandex Games', () => readCatalogue(payments)),
    async restore() {
      // Assumed: a bonus link starts the game with its secret. The server rejects any other payload.
      if (payload && payload.length <= 200) await redeemBonus(host, payload);
      await claimed.restore();
    },
  };
}

async function readCatalogue(payments: YandexPayments): Promise<readonly CatalogueItem[]> {
  const products = (await payments.getCatalog?.()) ?? [];
  return products.map((product) => {
    const currencyImageUrl = product.getPriceCurrencyImage?.('medium') ?? '';
    return {
      sku: product.id,
      price: Number(product.priceValue),
      currency: product.priceCurrencyCode,
      priceText: product.price,
      ...(/^https?:/.test(currencyImageUrl) && { currencyImageUrl }),
    };
  });
}

/** Returns the tokens to consume at the platform. */
const redeemBonus = ({ calls, game, log }: Host, secret: string): Promise<readonly (string | undefined)[]> =>
  tryOrFallback(log, 'A bonus of Yandex Games', [], async () => {
    const { Data } = await calls.redeemBonus({ GameSystemName: game, YandexSecret: secret });
    return Data?.Records.map(({ SucccessData }) => SucccessData?.ConsumeToken) ?? [];
  });
