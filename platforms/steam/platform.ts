import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { CountryCode, CurrencyCode } from '#model/money.ts';
import { anySession, route } from '#model/route.ts';
import { object, oneOf, text, url, uuid } from '#model/schema.ts';
import { flag, FrameOrigin, optionalText, secret, simulatedUrl } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';

// What the browser adapter needs to know, and everybody may.
const open = {
  AppId: text(10, { pattern: '^[1-9]\\d{0,9}$', description: 'The number of the app at Steam' }),
  TicketIdentity: optionalText(64, '^[\\w.-]{1,64}$', 'For whom tickets are made; absent: fxid'),
  FrameOrigin,
};

const countries = (where: string) =>
  Type.Optional(
    Type.Array(Type.Union([CountryCode, Type.Literal('*')]), {
      maxItems: 300,
      description: `Where the portal’s own providers take the money ${where}; * is everywhere; absent: nowhere`,
    }),
  );

const steamId = text(20, { pattern: '^\\d{1,20}$' });
const params = object({ Game: GameName });

export const steam = definePlatform({
  id: 'Steam',
  title: 'Steam',
  embeddedBy: [],
  identityTypes: ['Steam'],
  login: {
    key: 'Steam',
    block: object({
      Ticket: Type.Optional(text(5120, { description: 'Of GetAuthTicketForWebApi, two hexadecimal digits a byte' })),
      OpenId: Type.Optional(text(4096, { description: 'The query with which Steam’s page has come back' })),
    }),
  },
  settings: object({
    ...open,
    PublisherKey: secret(200, 'A publisher Web API key of the group with the app, with rights for microtransactions'),
    Sandbox: flag('Purchases are made in Steam’s sandbox, where no money moves'),
    PortalPayments: Type.Optional(
      object({ Client: countries('in Steam’s client'), Web: countries('in a plain browser') }),
    ),
    ApiBase: simulatedUrl('Where the Web API is'),
    OpenIdUrl: simulatedUrl('Where people sign in'),
  }),
  publicData: object(open),
  capabilities: ['signIn', 'purchases', 'friends', 'invites', 'share', 'community', 'reviews'],
  purchases: 'per-purchase',
  sellsInBuyerCurrency: true,
  paymentRequest: {
    key: 'Steam',
    block: object({
      Session: oneOf(['Client', 'Web'], {
        description: 'Where the buyer approves: in the overlay, or on Steam’s page',
      }),
    }),
  },
  paymentReply: { key: 'Steam', block: object({ OrderId: text(20), SteamUrl: Type.Optional(url) }) },
  routes: {
    signIn: route({
      method: 'POST',
      path: '/steam/sign_in/{Game}',
      access: ['anyone'],
      summary: 'Where a player signs in at Steam who is in a plain browser.',
      params,
      body: object({ State: Type.String({ ...uuid, description: 'Made up by the browser, which keeps it' }) }),
      errors: ['UnknownGame', 'NotConfigured'],
      reply: object({ Url: url }),
    }),
    wallet: route({
      method: 'GET',
      path: '/steam/wallet/{Game}',
      access: anySession,
      summary: 'What the caller pays in at Steam.',
      params,
      errors: ['UnknownGame', 'NotConfigured', 'ProviderUnavailable'],
      reply: object({
        Currency: Type.Optional(Type.String({ ...CurrencyCode, description: 'Absent: Steam does not tell' })),
      }),
    }),
    friends: route({
      method: 'GET',
      path: '/steam/friends/{Game}',
      access: anySession,
      summary: 'The friends whom the caller has at Steam; of private profiles none.',
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
