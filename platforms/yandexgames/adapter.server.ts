// Yandex Games: players and purchases are signed with the key of the game, and the browser brings both. There are no notices and no
// books to read: a purchase that was paid and not brought is brought at the next start, because it stays until it is consumed.
import type { Static } from 'typebox';
import type { PaymentCreation, PaymentToCreate } from '#model/payment-verbs.server.ts';
import { serverHalf } from '../port.server.ts';
import { claimPurchases } from './claim-purchases.server.ts';
import { yandexgames } from './platform.ts';
import { redeemBonus } from './redeem-bonus.server.ts';
import { verifyPlayer } from './verify-player.server.ts';

export const half = serverHalf(yandexgames, {
  verify: async ({ GetPlayerSignature }, { settings, now }) =>
    verifyPlayer(GetPlayerSignature, {
      secretKey: settings.SecretKey,
      maxAgeS: settings.MaxAgeSeconds ?? tenMinutesS,
      now: now(),
    }),
  payments: {
    needsEmail: () => false,
    create: createPayment,
    read: async () => ({ facts: [], isOver: false }),
    refund: async () => ({ outcome: 'refused', reason: 'Yandex Games gives money back only by its own support.' }),
    readWebhook: async () => ({ outcome: 'refused', reason: 'Yandex Games sends no notices.' }),
    answerWebhook: () => ({ status: 404 }),
  },
  calls: {
    purchase: async ({ YandexSignedData, YandexGetPurchasesRequest }, host, tools) => ({
      TokenSuccesses: await claimPurchases(
        { signed: YandexSignedData, isList: YandexGetPurchasesRequest },
        host,
        tools,
      ),
    }),
    redeemBonus: async ({ YandexSecret }, { settings }) => redeemBonus(YandexSecret, settings.BonusSecret),
  },
});

const tenMinutesS = 600;

type Block = Static<typeof yandexgames.paymentReply.block>;

/** Nothing is opened there: the browser buys the product of the same name, and carries the order's id along. */
async function createPayment({ product, amountMinor, currency }: PaymentToCreate): Promise<PaymentCreation<Block>> {
  return currency === yandexgames.storeCurrency && amountMinor > 0
    ? { outcome: 'created', reply: { StoreSpecificOrderProductSku: product.sku } }
    : {
        outcome: 'refused',
        reason: `Yandex Games takes ${yandexgames.storeCurrency} and no ${amountMinor} ${currency}.`,
      };
}
