import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { flagSetting, maxAgeSetting, optionalTextSetting, simulatorUrlSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const placementId = '^[\\d_]{1,60}$';

const publicSettings = {
  RewardedPlacementId: optionalTextSetting(60, placementId, 'Placement for rewarded videos; absent: none'),
  InterstitialPlacementId: optionalTextSetting(60, placementId, 'Placement for interstitials; absent: none'),
  SdkUrl: simulatorUrlSetting("Address of the platform's script"),
};

export const facebookinstantgames = definePlatform({
  id: 'FacebookInstantGames',
  title: 'Facebook Instant Games',
  evidence: { level: 'documented' },
  embeddedBy: ['https://*.facebook.com', 'https://*.fbsbx.com'],
  identityTypes: ['Facebook'],
  purchases: 'platform',
  // Products are priced in dollars; Facebook converts for players elsewhere.
  storeCurrency: 'USD',
  login: {
    key: 'FacebookInstantGames',
    block: object({
      ApplicationScopedId: Type.Optional(text(64, { description: 'Absent: the signature covers the player ID' })),
      Signature: text(8192),
    }),
  },
  settings: object({
    ...publicSettings,
    AppId: text(20, { pattern: '^\\d{1,20}$', description: "App ID from the app's dashboard" }),
    AppSecrets: Type.Array(text(64, { pattern: '^[A-Za-z0-9_]{8,64}$' }), {
      minItems: 1,
      maxItems: 3,
      description: 'The app secret from the dashboard. While you replace it: both, the new one first',
    }),
    MaxAgeSeconds: maxAgeSetting("a player's signature", 86_400, 'five minutes'),
    IsTest: flagSetting('Purchases are made by testers and cost nothing'),
  }),
  publicData: object(publicSettings),
  capabilities: [
    'purchases',
    'video',
    'interstitial',
    'friends',
    'invites',
    'share',
    'favorites',
    'community',
    'stats',
    'lifecycle',
  ],
  forbids: ['links'],
  reaches: {
    script: ['https://connect.facebook.net'],
    connect: ['https://*.facebook.com', 'https://*.fbsbx.com'],
    frame: ['https://*.facebook.com', 'https://*.fbsbx.com'],
    style: ["'unsafe-inline'"],
  },
  paymentReply: { key: 'FacebookInstantGames', block: object({ StoreSpecificOrderProductSku: text(100) }) },
  routes: {
    purchase: route({
      method: 'POST',
      path: '/fbinstant/purchase',
      access: allSessionKinds,
      summary: 'Verify a signed purchase.',
      body: object({ Game: GameName, FbInstantPurchaseSignedData: text(16_384) }),
      errors: ['UnknownGame', 'NotConfigured', 'ProofRefused', 'GameNotConnected', 'SignInAgain'],
      reply: object({ Success: Type.Boolean() }),
    }),
  },
});
