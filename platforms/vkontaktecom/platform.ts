import { Type } from 'typebox';
import { GameName } from '#model/game.ts';
import { route } from '#model/route.ts';
import { object, text, uuid } from '#model/schema.ts';
import {
  flagSetting,
  mappingSetting,
  SimulatorFramingOriginSetting,
  maxAgeSetting,
  secretSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';
import { optionalListSetting, optionalSecretSetting, optionalTextSetting } from '../kit/settings.ts';
import { capabilityNames, definePlatform } from '../port.ts';
import { framingOrigins } from './origins.ts';
import { votesUnitName } from './votes.ts';

const host = text(100, { pattern: '^[a-z0-9.-]+$' });
const appId = text(20, { pattern: '^[1-9]\\d{0,19}$', description: "The app's ID on VK" });

const publicSettings = {
  GroupId: optionalTextSetting(20, '^[1-9]\\d{0,15}$', 'ID of the community that players join'),
  DirectHosts: optionalListSetting(host, 10, 'Hosts that count as vkcom-direct; absent: vk.com and vk.ru'),
  FrameOrigin: SimulatorFramingOriginSetting,
};

export const vkontaktecom = definePlatform({
  id: 'VkontakteCom',
  title: 'VK',
  evidence: {
    level: 'verified',
    verified: {
      what: 'signed launches and the messages of VK Bridge',
      tests: ['platforms/vkontaktecom/adapter.server.test.ts', 'conformance/vk-bridge.test.ts'],
    },
  },
  embeddedBy: framingOrigins,
  identityTypes: ['Vkontakte'],
  login: { key: 'VkontakteCom', block: object({ QueryString: text(4096) }) },
  publicData: object({ AppId: Type.Optional(appId), ...publicSettings }),
  settings: object({
    AppId: appId,
    ...publicSettings,
    SecureKey: secretSetting(200, "The app's secure key; it signs launches and webhooks"),
    ServiceKey: optionalSecretSetting(
      400,
      "The service key. Without it, orders can't be read and votes can't be refunded",
    ),
    MaxLaunchAgeS: maxAgeSetting('a launch', 31_536_000, 'a day'),
    AcceptAuthKey: flagSetting(
      'Accept auth_key if nothing else is signed. It never expires, so use it only for old apps',
    ),
    Leaderboards: mappingSetting(
      'our id',
      text(6, { pattern: '^(points|level)$' }),
      "What VK gets of the players' scores: points or level. It needs ServiceKey",
    ),
    Achievements: mappingSetting(
      'our code',
      text(10, { pattern: '^([3-9]|[1-9]\\d{1,9})$' }),
      'Ids of missions that players complete. It needs ServiceKey',
    ),
    ApiBase: simulatorUrlSetting('Address of the API'),
  }),
  purchases: 'platform',
  storeCurrency: 'VKV',
  unitWorth: { minor: 700, currency: 'RUB' },
  unitNames: { VKV: votesUnitName },
  capabilities: capabilityNames.filter((offer) => !['signIn', 'links', 'lifecycle', 'leaderboards'].includes(offer)),
  serverCapabilities: ['leaderboards', 'achievements'],
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
