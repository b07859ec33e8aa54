import { Type } from 'typebox';
import { object, text, url } from '#model/schema.ts';
import { platform } from '../port.ts';
import { origins } from './origins.ts';

// What the browser half needs to know, and everybody may.
const open = {
  BotName: Type.Optional(
    text(32, { pattern: '^\\w{3,32}$', description: 'The name of the bot without @; absent: nobody can be invited' }),
  ),
  AppName: Type.Optional(
    text(64, { pattern: '^\\w{3,64}$', description: 'The short name of the app at the bot; absent: its main app' }),
  ),
  Community: Type.Optional(
    text(32, { pattern: '^\\w{3,32}$', description: 'The name of a public channel or group, without @' }),
  ),
  AdsgramBlockId: Type.Optional(
    text(40, { pattern: '^[\\w-]+$', description: 'The block of AdsGram for videos with a reward; absent: no videos' }),
  ),
  AdsgramInterstitialId: Type.Optional(
    text(40, { pattern: '^[\\w-]+$', description: 'The block of AdsGram for pauses; absent: no interstitials' }),
  ),
  AdsgramUrl: Type.Optional({ ...url, description: "Where AdsGram's script is; only a simulation needs another" }),
  FrameOrigin: Type.Optional({ ...url, description: 'Who else may frame the game; only a simulation needs it' }),
};

export const telegram = platform({
  id: 'Telegram',
  title: 'Telegram',
  embeddedBy: origins,
  identityTypes: ['Telegram'],
  login: { key: 'Telegram', block: object({ InitData: text(8192) }) },
  paymentReply: { key: 'Telegram', block: object({ InvoiceUrl: url }) },
  settings: object({
    ...open,
    BotToken: text(100, { pattern: '^\\d{1,20}:[\\w-]{20,}$', description: 'As BotFather gave it' }),
    WebhookSecret: text(256, {
      pattern: '^[\\w-]{16,256}$',
      description: 'Made up by the operator and told to Telegram with the address of the hook',
    }),
    MaxAgeSeconds: Type.Optional(
      Type.Integer({ minimum: 60, maximum: 604_800, description: 'How old a start may be; absent: a day' }),
    ),
    IsTest: Type.Optional(
      Type.Boolean({ description: "The bot lives on Telegram's test servers, where Stars are no money" }),
    ),
    ApiBase: Type.Optional({ ...url, description: 'Where the Bot API is; only a simulation needs another' }),
  }),
  publicData: object(open),
  offers: ['purchases', 'video', 'interstitial', 'invites', 'share', 'favorites', 'community', 'lifecycle'],
  purchases: 'platform',
  storeCurrency: 'XTR',
  unitWorth: { minor: 2, currency: 'USD' },
  reaches: { script: ['https://sad.adsgram.ai'], connect: ['https://api.adsgram.ai'] },
});
