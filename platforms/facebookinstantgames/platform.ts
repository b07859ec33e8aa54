import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { anySession, route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { platform } from '../port.ts';

export const facebookinstantgames = platform({
  id: 'FacebookInstantGames',
  title: 'Facebook Instant Games',
  embeddedBy: ['https://*.facebook.com', 'https://*.fbsbx.com'],
  identityTypes: ['Facebook'],
  purchases: 'platform',
  login: {
    key: 'FacebookInstantGames',
    block: object({ ApplicationScopedId: text(64), Signature: text(8192) }),
  },
  paymentReply: { key: 'FacebookInstantGames', block: object({ StoreSpecificOrderProductSku: text(100) }) },
  routes: {
    purchase: route({
      method: 'POST',
      path: '/fbinstant/purchase',
      access: anySession,
      summary: 'Verify a signed purchase.',
      body: object({ Game: GameName, FbInstantPurchaseSignedData: text(16_384) }),
      reply: object({ Success: Type.Boolean() }),
    }),
  },
});
