import { object, text, url } from '#model/schema.ts';
import {
  flagSetting,
  SimulatorFramingOriginSetting,
  maxAgeSetting,
  optionalTextSetting,
  simulatorUrlSetting,
} from '../kit/settings.ts';
import { definePlatform } from '../port.ts';
import { framingOrigins } from './origins.ts';

const publicSettings = {
  BotName: optionalTextSetting(32, '^\\w{3,32}$', "The bot's name without @; absent: players can't invite others"),
  AppName: optionalTextSetting(64, '^\\w{3,64}$', "Short name of the bot's app; absent: its main app"),
  Community: optionalTextSetting(32, '^\\w{3,32}$', 'Name of a public channel or group, without @'),
  AdsgramBlockId: optionalTextSetting(40, '^\\d+$', 'AdsGram block for rewarded videos, a number; absent: no videos'),
  AdsgramInterstitialId: optionalTextSetting(
    40,
    '^int-\\d+$',
    'AdsGram block for interstitials, such as int-123; absent: no interstitials',
  ),
  AdsgramUrl: simulatorUrlSetting("Address of AdsGram's script"),
  FrameOrigin: SimulatorFramingOriginSetting,
};

export const telegram = definePlatform({
  id: 'Telegram',
  title: 'Telegram',
  evidence: { level: 'documented' },
  embeddedBy: framingOrigins,
  identityTypes: ['Telegram'],
  login: { key: 'Telegram', block: object({ InitData: text(8192) }) },
  paymentReply: { key: 'Telegram', block: object({ InvoiceUrl: url }) },
  settings: object({
    ...publicSettings,
    BotToken: text(100, { pattern: '^\\d{1,20}:[\\w-]{20,}$', description: 'The token from BotFather' }),
    WebhookSecret: text(256, {
      pattern: '^[\\w-]{16,256}$',
      description: 'A secret you choose and give to Telegram with the webhook address',
    }),
    MaxAgeSeconds: maxAgeSetting('a launch', 604_800, 'a day'),
    IsTest: flagSetting("The bot runs on Telegram's test servers, where Stars cost nothing"),
    ApiBase: simulatorUrlSetting('Address of the Bot API'),
  }),
  publicData: object(publicSettings),
  capabilities: [
    'purchases',
    'video',
    'interstitial',
    'invites',
    'share',
    'favorites',
    'community',
    'storage',
    'lifecycle',
  ],
  purchases: 'platform',
  storeCurrency: 'XTR',
  unitWorth: { minor: 2, currency: 'USD' },
  unitNames: { XTR: { en: '⭐' } },
  reaches: { script: ['https://sad.adsgram.ai'], connect: ['https://api.adsgram.ai'] },
});
