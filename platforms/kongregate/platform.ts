import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, text, url } from '#model/schema.ts';
import {
  flagSetting,
  mappingSetting,
  optionalListSetting,
  secretSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const publicSettings = { SdkUrl: simulatorUrlSetting("Address of the platform's script") };
// The request has the statistics next to the fields of the API.
const statistic = text(100, { pattern: '^(?!(api_key|user_id|game_auth_token)$).+$' });
const userId = text(19, { pattern: '^[1-9]\\d{0,18}$' });

export const kongregate = definePlatform({
  id: 'Kongregate',
  title: 'Kongregate',
  evidence: { level: 'documented' },
  // The site, and the frame around the game, such as https://game274411.konggames.com.
  embeddedBy: ['https://www.kongregate.com', 'https://*.kongregate.com', 'https://*.konggames.com'],
  identityTypes: ['Kongregate', 'KongregateGuest'],
  guestType: 'KongregateGuest',
  headerUi: true,
  purchases: 'platform',
  storeCurrency: 'KRD',
  unitWorth: { minor: 10, currency: 'USD' },
  unitNames: { KRD: { en: { one: 'Kred', other: 'Kreds' } } },
  login: {
    key: 'Kongregate',
    block: object({
      UserId: text(64),
      UserName: Type.Optional(text(100)),
      Token: Type.Optional(text(400)),
      IsGuest: Type.Boolean(),
    }),
  },
  settings: object({
    ...publicSettings,
    ApiKey: secretSetting(200, "The game's API key, shown on its page with /api added. It signs orders"),
    ItemImageUrl: { ...url, description: 'Picture for products without one. Kongregate requires a picture' },
    Testers: optionalListSetting(userId, 100, 'IDs of players whose purchases cost nothing, including the uploader'),
    IsTest: flagSetting("The game isn't published: all buyers are testers, and no Kreds are charged"),
    Leaderboards: mappingSetting('our id', statistic, "Names of the game's statistics that get the players' scores"),
    Achievements: mappingSetting('our code', statistic, 'Names of statistics that become 1, for badges'),
    ApiBase: simulatorUrlSetting('Address of the API'),
  }),
  publicData: object(publicSettings),
  capabilities: ['signIn', 'purchases', 'video', 'friends', 'invites', 'share', 'stats'],
  serverCapabilities: ['leaderboards', 'achievements'],
  reaches: { script: ['https://cdn1.kongregate.com'] },
  paymentReply: { key: 'Kongregate', block: object({ OrderInfo: text(100) }) },
  routes: {
    friends: route({
      method: 'GET',
      path: '/kongregate/friends/{Game}',
      access: allSessionKinds,
      summary: "The caller's friends on Kongregate. Empty for guests and private profiles.",
      params: object({ Game: GameName }),
      perMinute: 30,
      errors: ['UnknownGame', 'NotConfigured', 'ProviderUnavailable'],
      reply: object({
        Friends: Type.Array(object({ UserId: text(20), UserName: text(100), AvatarUrl: Type.Optional(url) }), {
          maxItems: 250,
        }),
      }),
    }),
  },
});
