import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { CountryCode } from '#model/money.ts';
import { Sku } from '#model/product.ts';
import { anySession, route } from '#model/route.ts';
import { instant, object, oneOf, text, uuid } from '#model/schema.ts';
import { platform } from '../port.ts';

export const fxnative = platform({
  id: 'FxNative',
  title: 'FxId on phones',
  identityTypes: [],
  purchases: 'asked',
  login: { key: 'FxNative', block: object({ LoginCode: text(200) }) },
  routes: {
    validatePurchase: route({
      method: 'POST',
      path: '/native/inapp/validate/{Game}',
      access: anySession,
      summary: 'Verify a receipt of an app store and settle the order that it pays.',
      params: object({ Game: GameName }),
      body: object({
        Store: oneOf(['AppStore', 'GooglePlay', 'Huawei', 'Samsung', 'Amazon', 'RuStore']),
        Receipt: text(100_000),
        Sku,
        PublicOrderId: Type.Optional(uuid),
      }),
      bodyLimit: 512 * 1024,
      reply: object({ Success: Type.Boolean(), PublicOrderId: Type.Optional(uuid) }),
    }),
    status: route({
      method: 'GET',
      path: '/native/status',
      access: ['anyone'],
      summary: 'What the application on a phone may offer: store or own payments, by country.',
      query: object({
        Game: GameName,
        Token: Type.Optional(text(200)),
        AppStoreCountry: Type.Optional(CountryCode),
        GooglePlayCountry: Type.Optional(text(2)),
        ClientCountryAlpha3: Type.Optional(CountryCode),
      }),
      reply: object({ WebPaymentsAllowed: Type.Boolean(), MaintenanceUntil: Type.Optional(instant) }),
    }),
  },
});
