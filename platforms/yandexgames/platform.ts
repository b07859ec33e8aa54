import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const yandexgames = platform({
  id: 'YandexGames',
  title: 'Yandex Games',
  embeddedBy: ['https://yandex.ru', 'https://*.yandex.ru', 'https://yandex.com', 'https://*.yandex.com'],
  identityTypes: ['YandexGames'],
  login: {
    key: 'YandexGames',
    block: object({ GetPlayerSignature: text(8192), EnvironmentI18nLang: Type.Optional(text(10)) }),
  },
  paymentReply: { key: 'YandexGames', block: object({ StoreSpecificOrderProductSku: text(100) }) },
  routes: {
    purchase: route({
      method: 'POST',
      path: '/yandexgames/purchase/{Game}',
      access: 'player',
      summary: 'Verify signed purchases, one new or all that are not yet consumed.',
      params: object({ Game: GameName }),
      body: object({ YandexSignedData: text(100_000), YandexGetPurchasesRequest: Type.Boolean() }),
      reply: object({ TokenSuccesses: Type.Array(object({ PurchaseToken: text(200), Success: Type.Boolean() })) }),
    }),
    redeemBonus: route({
      method: 'POST',
      path: '/yandexgames/redeem-bonus',
      access: 'player',
      summary: 'Redeem a bonus that the platform granted.',
      body: object({ GameSystemName: GameName, YandexSecret: text(2000) }),
      reply: object({
        Success: Type.Boolean(),
        Data: Type.Optional(
          // The odd spelling is on the wire.
          object({ Records: Type.Array(object({ SucccessData: Type.Optional(object({ ConsumeToken: text(200) })) })) }),
        ),
      }),
    }),
  },
});
