import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { CountryCode } from '#model/money.ts';
import { Sku } from '#model/product.ts';
import { anySession, route } from '#model/route.ts';
import { object, oneOf, text, uuid } from '#model/schema.ts';
import { FrameOrigin } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { NativeSettings } from './settings.ts';

const Store = oneOf(['AppStore', 'GooglePlay', 'Huawei', 'Samsung', 'Amazon', 'RuStore']);

const storeCountries = {
  AppStoreCountry: Type.Optional(CountryCode),
  GooglePlayCountry: Type.Optional(
    text(2, { pattern: '^[A-Za-z]{2}$', description: 'ISO 3166 alpha-2, as Google Play says it' }),
  ),
  ClientCountryAlpha3: Type.Optional(CountryCode),
};

export const fxnative = definePlatform({
  id: 'FxNative',
  title: 'FxId on phones',
  embeddedBy: [],
  identityTypes: [],
  capabilities: ['signIn', 'purchases', 'friends', 'invites', 'share', 'favorites', 'community', 'reviews', 'video'],
  purchases: 'per-purchase',
  login: { key: 'FxNative', block: object({ LoginCode: text(200) }) },
  settings: NativeSettings,
  publicData: object({ FrameOrigin }),
  paymentRequest: { key: 'FxNative', block: object({ Store, ...storeCountries }) },
  paymentReply: { key: 'FxNative', block: object({ StoreSpecificOrderProductSku: text(200) }) },
  routes: {
    validatePurchase: route({
      method: 'POST',
      path: '/native/inapp/validate/{Game}',
      access: anySession,
      summary: 'Verify a purchase in an app store and give it to the caller, once.',
      params: object({ Game: GameName }),
      body: object({
        Store,
        Receipt: text(100_000, {
          minLength: 1,
          description:
            'AppStore: the signed transaction, or its id where the order is its appAccountToken. GooglePlay: originalJson, or the token. Huawei: InAppPurchaseData. Samsung: the purchase id. Amazon: the receipt id. RuStore: the invoice id; the order is its developerPayload. What Unity wraps around them is taken off',
        }),
        Signature: Type.Optional(
          text(2000, { description: 'Of originalJson (GooglePlay) or InAppPurchaseData (Huawei, where it is needed)' }),
        ),
        StoreUserId: Type.Optional(text(400, { description: 'Amazon: the user id of the buyer there' })),
        Sku,
        PublicOrderId: Type.Optional(uuid),
      }),
      bodyLimit: 512 * 1024,
      perMinute: 60,
      errors: ['UnknownGame', 'NotConfigured', 'GameNotConnected', 'ProviderUnavailable'],
      reply: object({
        Success: Type.Boolean({ description: 'It is granted: finish it on the device' }),
        State: oneOf(['Granted', 'Pending', 'Refused'], {
          description: 'Pending: it is not paid yet. Do not finish it; it is granted by itself, or bring it again',
        }),
        Reason: Type.Optional(
          oneOf(
            [
              'Unproved',
              'NotPaid',
              'Refunded',
              'OtherApp',
              'OtherProduct',
              'OtherAccount',
              'OtherOrder',
              'NoOrder',
              'SeveralAtOnce',
              'Subscription',
              'Sandbox',
              'NotSold',
            ],
            {
              description:
                'Why it is refused. NoOrder: the receipt is a plain number, and the store keeps no order of the caller with the purchase',
            },
          ),
        ),
        PublicOrderId: Type.Optional(uuid),
      }),
    }),
    status: route({
      method: 'GET',
      path: '/native/status',
      access: ['anyone'],
      summary: 'Whether the application on a phone may offer our own payments, by the country of its store.',
      query: object({ Game: GameName, Token: Type.Optional(text(200)), ...storeCountries }),
      errors: ['UnknownGame', 'NotConfigured'],
      reply: object({ WebPaymentsAllowed: Type.Boolean() }),
    }),
  },
});
