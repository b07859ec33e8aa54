import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, uuid } from '#model/schema.ts';
import {
  flagSetting,
  maxAgeSetting,
  optionalSecretSetting,
  optionalTextSetting,
  SimulatorFramingOriginSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { bundleOrigins } from './origins.ts';

const placementId = '^[\\d_]{1,60}$';

const publicSettings = {
  RewardedPlacementId: optionalTextSetting(60, placementId, 'Placement for rewarded videos; absent: none'),
  InterstitialPlacementId: optionalTextSetting(60, placementId, 'Placement for interstitials; absent: none'),
  FrameOrigin: SimulatorFramingOriginSetting,
};

export const facebookinstantgames = definePlatform({
  id: 'FacebookInstantGames',
  title: 'Facebook Instant Games',
  evidence: { level: 'documented' },
  // Facebook's page frames the bundle, which frames ours.
  embeddedBy: ['https://*.facebook.com', ...bundleOrigins],
  identityTypes: ['Facebook'],
  purchases: 'platform',
  // Products are priced in dollars; Facebook converts for players elsewhere.
  storeCurrency: 'USD',
  login: {
    key: 'FacebookInstantGames',
    block: object({
      ApplicationScopedId: Type.Optional(text(64, { description: 'Absent: the signature covers the player ID' })),
      Signature: text(8192),
      PlayerSignature: Type.Optional(
        text(8192, { description: 'Covers the player ID, if Signature covers the app-scoped ID' }),
      ),
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
    WebhookVerifyToken: optionalSecretSetting(
      200,
      'A text of your choice, also entered in the dashboard with the webhook; absent: no webhooks',
    ),
    IsTest: flagSetting('Purchases are made by testers and cost nothing'),
    SdkUrl: simulatorUrlSetting("Address of the platform's script in the bundle"),
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
    'links',
    'storage',
    'stats',
    'lifecycle',
  ],
  forbids: ['links'],
  paymentReply: { key: 'FacebookInstantGames', block: object({ StoreSpecificOrderProductSku: text(100) }) },
  routes: {
    purchase: route({
      method: 'POST',
      path: '/fbinstant/purchase',
      access: allSessionKinds,
      summary: 'Verify a signed purchase.',
      body: object({
        Game: GameName,
        FbInstantPurchaseSignedData: text(16_384),
        PublicOrderId: Type.Optional({ ...uuid, description: 'The order that it was bought for; absent: a new one' }),
      }),
      errors: ['UnknownGame', 'NotConfigured', 'ProofRefused', 'GameNotConnected', 'SignInAgain'],
      reply: object({ Success: Type.Boolean() }),
    }),
  },
});
