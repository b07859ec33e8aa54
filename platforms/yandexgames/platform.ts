import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { Sku } from '#model/product.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { flagSetting, mappingSetting, maxAgeSetting, secretSetting, simulatorUrlSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { framingOrigins } from './origins.ts';

const publicSettings = {
  Leaderboards: mappingSetting(
    'our id',
    text(100, { minLength: 1 }),
    "Technical names of the platform's leaderboards that get the players' scores",
  ),
  SdkUrl: simulatorUrlSetting("Address of the platform's script"),
};

export const yandexgames = definePlatform({
  id: 'YandexGames',
  title: 'Yandex Games',
  evidence: {
    level: 'verified',
    verified: { what: 'signed purchases', tests: ['platforms/yandexgames/adapter.server.test.ts'] },
  },
  embeddedBy: framingOrigins,
  identityTypes: ['YandexGames'],
  purchases: 'platform',
  storeCurrency: 'YAN',
  // For playhop.com, the same platform for players abroad.
  otherStoreCurrencies: ['HOP'],
  unitWorth: { minor: 100, currency: 'RUB' },
  unitNames: {
    YAN: { en: 'YAN', ru: 'Ян', uk: 'Ян' },
    HOP: { en: { one: 'hop', other: 'hops' } },
  },
  login: {
    key: 'YandexGames',
    block: object({ GetPlayerSignature: text(8192), EnvironmentI18nLang: Type.Optional(text(10)) }),
  },
  settings: object({
    ...publicSettings,
    SecretKey: secretSetting(
      200,
      "The game's secret key, under In-app purchases, Settings. It appears once the game has a purchase",
    ),
    // The script caches a player for five minutes, and clocks differ: a lower limit would reject valid signatures.
    MaxAgeSeconds: maxAgeSetting("a player's signature", 86_400, 'ten minutes', 330),
    Bonuses: Type.Optional(
      Type.Array(
        object({
          Secret: secretSetting(200, "The secret agreed with the platform's manager"),
          Products: Type.Array(Sku, { minItems: 1, maxItems: 20 }),
        }),
        { maxItems: 100, description: 'What a player gets for a secret, once; absent: no bonuses' },
      ),
    ),
    IsTest: flagSetting('Purchases are made by testers and cost nothing'),
  }),
  publicData: object(publicSettings),
  capabilities: [
    'signIn',
    'purchases',
    'video',
    'interstitial',
    'banner',
    'favorites',
    'reviews',
    'clipboard',
    'storage',
    'lifecycle',
    'leaderboards',
  ],
  forbids: ['links'],
  reaches: {
    script: ['https://sdk.games.s3.yandex.net'],
    connect: ['https://*.yandex.ru', 'https://*.yandex.net', 'https://*.yandex.com'],
    frame: ['https://*.yandex.ru', 'https://*.yandex.com'],
    style: ["'unsafe-inline'"],
  },
  paymentReply: { key: 'YandexGames', block: object({ StoreSpecificOrderProductSku: text(100) }) },
  routes: {
    purchase: route({
      method: 'POST',
      path: '/yandexgames/purchase/{Game}',
      access: allSessionKinds,
      summary: "Verify signed purchases: one new purchase, or all that aren't consumed yet.",
      params: object({ Game: GameName }),
      body: object({ YandexSignedData: text(100_000), YandexGetPurchasesRequest: Type.Boolean() }),
      errors: ['UnknownGame', 'NotConfigured', 'ProofRefused', 'GameNotConnected', 'SignInAgain'],
      reply: object({ TokenSuccesses: Type.Array(object({ PurchaseToken: text(200), Success: Type.Boolean() })) }),
    }),
    redeemBonus: route({
      method: 'POST',
      path: '/yandexgames/redeem-bonus',
      access: allSessionKinds,
      summary: 'Grant the caller, once, a bonus: for a secret that the operator has set, or signed by the platform.',
      body: object({ GameSystemName: GameName, YandexSecret: text(100_000) }),
      errors: ['UnknownGame', 'NotConfigured', 'GameNotConnected', 'SignInAgain'],
      reply: object({
        Success: Type.Boolean(),
        Data: Type.Optional(
          // The misspelling is on the wire.
          object({
            Records: Type.Array(
              // Without a token there is nothing to consume at the platform.
              object({ SucccessData: Type.Optional(object({ ConsumeToken: Type.Optional(text(200)) })) }),
            ),
          }),
        ),
      }),
    }),
  },
});
