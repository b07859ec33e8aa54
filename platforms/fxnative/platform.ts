import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { CountryCode } from '#model/money.ts';
import { Sku } from '#model/product.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, oneOf, text, uuid } from '#model/schema.ts';
import { SimulatorFramingOriginSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { NativeSettings } from './settings.ts';

const Store = oneOf(['AppStore', 'GooglePlay', 'Huawei', 'Samsung', 'Amazon', 'RuStore']);

const storeCountries = {
  AppStoreCountry: Type.Optional(CountryCode),
  GooglePlayCountry: Type.Optional(
    text(2, { pattern: '^[A-Za-z]{2}$', description: 'ISO 3166 alpha-2, as reported by Google Play' }),
  ),
  ClientCountryAlpha3: Type.Optional(CountryCode),
};

export const fxnative = definePlatform({
  id: 'FxNative',
  title: 'FxId on phones',
  evidence: {
    level: 'documented',
    verified: { what: 'signed App Store purchases', tests: ['conformance/app-store.test.ts'] },
  },
  embeddedBy: [],
  identityTypes: [],
  capabilities: ['signIn', 'purchases', 'friends', 'invites', 'share', 'favorites', 'community', 'reviews', 'video'],
  purchases: 'per-purchase',
  login: { key: 'FxNative', block: object({ LoginCode: text(200) }) },
  settings: NativeSettings,
  publicData: object({ FrameOrigin: SimulatorFramingOriginSetting }),
  paymentRequest: { key: 'FxNative', block: object({ Store, ...storeCountries }) },
  paymentReply: { key: 'FxNative', block: object({ StoreSpecificOrderProductSku: text(200) }) },
  routes: {
    validatePurchase: route({
      method: 'POST',
      path: '/native/inapp/validate/{Game}',
      access: allSessionKinds,
      summary: 'Verify an app store purchase and grant it to the caller, once.',
      params: object({ Game: GameName }),
      body: object({
        Store,
        Receipt: text(100_000, {
          minLength: 1,
          description:
            "AppStore: the signed transaction, or its id if the order is its appAccountToken. GooglePlay: originalJson or the token. Huawei: InAppPurchaseData. Samsung: the purchase id. Amazon: the receipt id. RuStore: the invoice id, with the order as developerPayload. Unity's wrapper is unwrapped",
        }),
        Signature: Type.Optional(
          text(2000, {
            description: 'Signature of originalJson (GooglePlay) or InAppPurchaseData (Huawei, if required)',
          }),
        ),
        StoreUserId: Type.Optional(text(400, { description: "Amazon only: the buyer's Amazon user id" })),
        Sku,
        PublicOrderId: Type.Optional(uuid),
      }),
      bodyLimit: 512 * 1024,
      perMinute: 60,
      errors: ['UnknownGame', 'NotConfigured', 'GameNotConnected', 'ProviderUnavailable'],
      reply: object({
        Success: Type.Boolean({ description: 'Granted: finish the transaction on the device' }),
        State: oneOf(['Granted', 'Pending', 'Refused'], {
          description:
            "Pending: not paid yet. Don't finish the transaction. It is granted automatically, or send it again later",
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
                'Why it was rejected. NoOrder: the receipt is only an id, and the store has no order of the caller for this purchase',
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
      summary: 'Whether the phone app may offer our own payments, by the country of its app store.',
      query: object({ Game: GameName, Token: Type.Optional(text(200)), ...storeCountries }),
      errors: ['UnknownGame', 'NotConfigured'],
      reply: object({ WebPaymentsAllowed: Type.Boolean() }),
    }),
  },
});
