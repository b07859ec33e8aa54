import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { anySession, route } from '#model/route.ts';
import { object, text, url } from '#model/schema.ts';
import { flag, optionalList, secret, simulatedUrl } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

// What the browser adapter needs to know, and everybody may.
const open = { SdkUrl: simulatedUrl("Where the platform's script is") };
const userId = text(19, { pattern: '^[1-9]\\d{0,18}$' });

export const kongregate = definePlatform({
  id: 'Kongregate',
  title: 'Kongregate',
  embeddedBy: ['https://www.kongregate.com', 'https://*.kongregate.com'],
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
    ...open,
    ApiKey: secret(200, 'Of the game: its page, with /api behind it. Orders are signed by it'),
    ItemImageUrl: { ...url, description: 'The picture of products that have none: Kongregate sells nothing without' },
    Testers: optionalList(userId, 100, 'Numbers of players who buy for nothing, the uploader among them'),
    IsTest: flag('The game is not published: whoever buys is a tester, and no Kreds move'),
    ApiBase: simulatedUrl('Where the API is'),
  }),
  publicData: object(open),
  capabilities: ['signIn', 'purchases', 'video', 'friends', 'invites', 'share', 'stats'],
  reaches: { script: ['https://cdn1.kongregate.com'] },
  paymentReply: { key: 'Kongregate', block: object({ OrderInfo: text(100) }) },
  routes: {
    friends: route({
      method: 'GET',
      path: '/kongregate/friends/{Game}',
      access: anySession,
      summary: 'The friends whom the caller has at Kongregate; of guests and private profiles none.',
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
