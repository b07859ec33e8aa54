import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { CountryCode, CurrencyCode } from '#model/money.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { object, oneOf, text, url, uuid } from '#model/schema.ts';
import {
  flagSetting,
  mappingSetting,
  SimulatorFramingOriginSetting,
  optionalTextSetting,
  secretSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

const publicSettings = {
  AppId: text(10, { pattern: '^[1-9]\\d{0,9}$', description: "The app's ID on Steam" }),
  TicketIdentity: optionalTextSetting(64, '^[\\w.-]{1,64}$', 'Identity that tickets are issued for; absent: fxid'),
  FrameOrigin: SimulatorFramingOriginSetting,
};

const countries = (where: string) =>
  Type.Optional(
    Type.Array(Type.Union([CountryCode, Type.Literal('*')]), {
      maxItems: 300,
      description: `Where the portal's own providers handle payments ${where}; * is everywhere; absent: nowhere`,
    }),
  );

const steamId = text(20, { pattern: '^\\d{1,20}$' });
const params = object({ Game: GameName });

export const steam = definePlatform({
  id: 'Steam',
  title: 'Steam',
  evidence: { level: 'documented' },
  embeddedBy: [],
  identityTypes: ['Steam'],
  login: {
    key: 'Steam',
    block: object({
      Ticket: Type.Optional(text(5120, { description: 'The ticket from GetAuthTicketForWebApi, hex-encoded' })),
      OpenId: Type.Optional(text(4096, { description: "The query string that Steam's page returned with" })),
    }),
  },
  settings: object({
    ...publicSettings,
    PublisherKey: secretSetting(200, "A publisher Web API key of the app's group, with microtransaction rights"),
    Sandbox: flagSetting("Purchases use Steam's sandbox and cost nothing"),
    PortalPayments: Type.Optional(
      object({ Client: countries('in Steam’s client'), Web: countries('in a plain browser') }),
    ),
    Leaderboards: mappingSetting(
      'our id',
      text(10, { pattern: '^[1-9]\\d{0,9}$' }),
      "Ids of Steam's leaderboards that get the players' scores",
    ),
    Achievements: mappingSetting(
      'our code',
      text(128, { minLength: 1 }),
      "API names of Steam's achievements that players unlock",
    ),
    ApiBase: simulatorUrlSetting('Address of the Web API'),
    OpenIdUrl: simulatorUrlSetting('Address of the sign-in page'),
  }),
  publicData: object(publicSettings),
  capabilities: ['signIn', 'purchases', 'friends', 'invites', 'share', 'community', 'reviews'],
  serverCapabilities: ['leaderboards', 'achievements'],
  purchases: 'per-purchase',
  sellsInBuyerCurrency: true,
  priceSteps: {
    CLP: 1,
    COP: 1,
    CRC: 5,
    IDR: 1,
    INR: 1,
    JPY: 1,
    KRW: 10,
    KZT: 1,
    TWD: 1,
    UAH: 1,
    UYU: 1,
    VND: 500,
  },
  paymentRequest: {
    key: 'Steam',
    block: object({
      Session: oneOf(['Client', 'Web'], {
        description: "Where the buyer approves: in the overlay or on Steam's page",
      }),
    }),
  },
  paymentReply: { key: 'Steam', block: object({ OrderId: text(20), SteamUrl: Type.Optional(url) }) },
  routes: {
    signIn: route({
      method: 'POST',
      path: '/steam/sign_in/{Game}',
      access: ['anyone'],
      summary: 'The address where a player in a regular browser signs in to Steam.',
      params,
      body: object({
        State: Type.String({ ...uuid, description: 'A random value that the browser creates and keeps' }),
      }),
      errors: ['UnknownGame', 'NotConfigured'],
      reply: object({ Url: url }),
    }),
    wallet: route({
      method: 'GET',
      path: '/steam/wallet/{Game}',
      access: allSessionKinds,
      summary: "The currency of the caller's Steam wallet.",
      params,
      errors: ['UnknownGame', 'NotConfigured', 'ProviderUnavailable'],
      reply: object({
        Currency: Type.Optional(Type.String({ ...CurrencyCode, description: "Absent: Steam doesn't report it" })),
      }),
    }),
    friends: route({
      method: 'GET',
      path: '/steam/friends/{Game}',
      access: allSessionKinds,
      summary: "The caller's friends on Steam. Empty for private profiles.",
      params,
      perMinute: 30,
      errors: ['UnknownGame', 'NotConfigured', 'ProviderUnavailable'],
      reply: object({
        Friends: Type.Array(object({ SteamId: steamId, Name: text(80), PhotoUrl: Type.Optional(url) }), {
          maxItems: 500,
        }),
      }),
    }),
  },
});
