import { Type } from 'typebox';
import { object, text, url } from '#model/schema.ts';
import { SimulatorFramingOriginSetting, GameUrlSetting, secretSetting } from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { framingOrigins } from './origins.ts';

const publicSettings = {
  PaymentsUrl: Type.Optional({
    ...url,
    description: 'Where payment tokens are requested; absent: nothing is sold',
  }),
  GameUrl: GameUrlSetting,
  FrameOrigin: SimulatorFramingOriginSetting,
};

export const absolutegames = definePlatform({
  id: 'AbsoluteGames',
  title: 'Absolute Games',
  evidence: { level: 'documented', assumed: 'the payment API between servers, which we invented' },
  embeddedBy: framingOrigins,
  identityTypes: ['AbsoluteGames', 'AbsoluteGamesGuest'],
  guestType: 'AbsoluteGamesGuest',
  purchases: 'platform',
  storeCurrency: 'RUB',
  login: { key: 'AbsoluteGames', block: object({ QueryString: text(4096), UserAuth: Type.Optional(text(4096)) }) },
  settings: object({
    ...publicSettings,
    AppId: text(64, { pattern: '^[\\w-]{1,64}$', description: "The game's ID on Absolute Games" }),
    SecretKey: secretSetting(200, "The game's secret key; it signs launches and payments"),
  }),
  publicData: object(publicSettings),
  capabilities: ['signIn', 'purchases', 'video', 'interstitial', 'lifecycle'],
  forbids: ['links'],
  paymentRequest: {
    key: 'AbsoluteGames',
    block: object({
      AppId: text(64),
      AuthKey: text(200),
      Debug: Type.Optional(text(10)),
      GameSid: text(200),
      PlayerId: text(64),
      Guest: text(10),
      Invite: Type.Optional(text(200)),
    }),
  },
  paymentReply: { key: 'AbsoluteGames', block: object({ Token: text(4096) }) },
});
