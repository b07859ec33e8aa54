import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text, url, uuid } from '#model/schema.ts';
import { allOffers, platform } from '../port.ts';
import { origins } from './origins.ts';

const appId = text(20, { pattern: '^[1-9]\\d{0,19}$', description: 'The number of the app at VK' });
const groupId = text(20, { pattern: '^[1-9]\\d{0,15}$', description: 'The number of the community that players join' });
const directHosts = Type.Array(text(100, { pattern: '^[a-z0-9.-]+$' }), {
  maxItems: 10,
  description: 'Whose pages count as vkcom-direct; absent: vk.com and vk.ru',
});
const frameOrigin = text(200, {
  pattern: '^https?://[a-z0-9.:-]+$',
  description: 'The page that frames the game instead of VK; only a simulation needs one',
});

export const vkontaktecom = platform({
  id: 'VkontakteCom',
  title: 'VK',
  embeddedBy: origins,
  identityTypes: ['Vkontakte'],
  login: { key: 'VkontakteCom', block: object({ QueryString: text(4096) }) },
  publicData: object({
    AppId: Type.Optional(appId),
    GroupId: Type.Optional(groupId),
    DirectHosts: Type.Optional(directHosts),
    FrameOrigin: Type.Optional(frameOrigin),
  }),
  settings: object({
    AppId: appId,
    SecureKey: text(200, {
      minLength: 8,
      description: 'The secure key of the app: launches and notices are signed by it',
    }),
    ServiceKey: Type.Optional(
      text(400, { minLength: 8, description: 'The service key; without it orders are not read and no votes go back' }),
    ),
    GroupId: Type.Optional(groupId),
    MaxLaunchAgeS: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 31_536_000, description: 'How old a launch may be; absent: a day' }),
    ),
    AcceptAuthKey: Type.Optional(
      Type.Boolean({ description: 'Take auth_key where nothing else is signed. It never ends: only for old apps' }),
    ),
    DirectHosts: Type.Optional(directHosts),
    ApiBase: Type.Optional({ ...url, description: 'Where the API is; absent: https://api.vk.com' }),
    FrameOrigin: Type.Optional(frameOrigin),
  }),
  purchases: 'platform',
  storeCurrency: 'VKV',
  unitWorth: { minor: 700, currency: 'RUB' },
  offers: allOffers.filter((offer) => offer !== 'signIn' && offer !== 'lifecycle'),
  routes: {
    authenticateFromOpenApi: route({
      method: 'POST',
      path: '/auth/authenticate_from_vkontaktecom_openapi',
      access: ['anyone'],
      summary: 'Sign in with the session of the VK Open API widget.',
      body: object({
        Game: GameName,
        VkSessionUser: object({
          expire: Type.Integer(),
          mid: Type.Integer({ minimum: 1 }),
          secret: text(200),
          sid: text(400),
          sig: text(64),
        }),
      }),
      errors: ['UnknownGame', 'NotConfigured', 'ProofRefused'],
      reply: object({ Token: text(200), AccountId: uuid }),
    }),
  },
});
