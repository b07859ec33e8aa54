import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text } from '#model/schema.ts';
import { maxAgeSetting, optionalTextSetting, simulatorUrlSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const signedRequest = text(8192);
const facebookLocale = text(20, { pattern: '^[A-Za-z]{2,3}(_[A-Za-z]{2,4})?$' });

const publicSettings = {
  AppId: text(20, { pattern: '^\\d{1,20}$', description: "App ID from the app's dashboard" }),
  Version: optionalTextSetting(8, '^v\\d{1,3}\\.\\d{1,2}$', 'Version of the script and the Graph API; absent: v3.0'),
  SdkUrl: simulatorUrlSetting("Address of Facebook's script"),
};

export const facebookgames = definePlatform({
  id: 'FacebookGames',
  title: 'Facebook Games',
  evidence: { level: 'documented' },
  discontinued: { vendor: 'Meta', since: '2026-09-30' },
  embeddedBy: ['https://apps.facebook.com', 'https://*.facebook.com'],
  identityTypes: ['Facebook'],
  headerUi: true,
  purchases: 'portal',
  login: { key: 'FacebookGames', block: object({ SignedRequest: signedRequest }) },
  settings: object({
    ...publicSettings,
    AppSecrets: Type.Array(text(64, { pattern: '^[A-Za-z0-9_]{8,64}$' }), {
      minItems: 1,
      maxItems: 3,
      description: 'The app secret from the dashboard. While you replace it: both, the new one first',
    }),
    MaxAgeSeconds: maxAgeSetting('a signed request', 86_400, 'ten minutes'),
  }),
  publicData: object(publicSettings),
  capabilities: ['signIn', 'friends', 'invites', 'share', 'stats'],
  // The canvas script, its dialogs and requests. Allowed only on this platform's pages.
  reaches: {
    script: ['https://connect.facebook.net'],
    connect: ['https://*.facebook.com', 'https://*.facebook.net'],
    frame: ['https://*.facebook.com'],
    style: ["'unsafe-inline'"],
  },
  routes: {
    authenticate: route({
      method: 'POST',
      path: '/auth/authenticate_from_facebook_games/{Game}',
      access: ['anyone'],
      summary: "Receives Facebook's launch request for a game and passes the signed request to the player page.",
      params: object({ Game: GameName }),
      bodyType: 'form',
      body: object({
        FbLocale: Type.Optional(facebookLocale),
        SignedRequest: Type.Optional(signedRequest),
        // Facebook's own names.
        fb_locale: Type.Optional(facebookLocale),
        signed_request: Type.Optional(signedRequest),
      }),
      reply: text(200_000),
      replyType: 'text/html',
      errors: ['UnknownGame', 'NotConfigured', 'ProofRefused', 'Forbidden'],
    }),
  },
});
