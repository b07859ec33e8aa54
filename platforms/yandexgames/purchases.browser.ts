// Purchases. Yandex Games tells nobody but this browser.
import type { BrowserHost, ReplyOf } from '../port.browser.ts';
import { createClaimedPurchases } from '../kit/claim-purchases.browser.ts';
import type { Payments } from './client.browser.ts';
import type { yandexgames } from './platform.ts';

export const createPurchases = (host: BrowserHost<typeof yandexgames>, payments: Payments) =>
  createClaimedPurchases<ReplyOf<typeof yandexgames>>(host, {
    title: 'Yandex Games',
    async buy({ orderId, reply }) {
      const wish = { id: reply.StoreSpecificOrderProductSku, developerPayload: orderId };
      return (await payments.purchase(wish)).signature;
    },
    list: async () => (await payments.getPurchases()).signature,
    consume: (token) => payments.consumePurchase(token),
    async claim(YandexSignedData, YandexGetPurchasesRequest) {
      const request = { Game: host.game, YandexSignedData, YandexGetPurchasesRequest };
      return (await host.calls.purchase(request)).TokenSuccesses;
    },
    // A closed window, a lack of money and an unknown product look the same; only a failure of the payment has a name.
    isFailure: (message) => message.includes('PAYMENT_FAILURE'),
  });
